import type { FieldError } from '@atelier/contracts/contract/envelope.ts';
import {
  AppendBusy,
  IdempotencyConflict,
  OutcomeUnknown,
  WrongExpectedVersion,
} from '@atelier/event-store/errors.ts';
import { ArchivedHistory } from '@atelier/transparency-log/archive/archived-history.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod';
import { failureBody } from '../envelope.ts';
import { ApiError, notFound, outcomeUnknown, tooMany, unavailable } from '../errors.ts';
import { AlteredFile } from '@atelier/application/blobs/altered-file.ts';
import { plainError } from '@atelier/application/platform/plain-error.ts';
import type { Metrics } from '../metrics.ts';
import { fromDatabaseError } from '../postgres-errors.ts';

/** The one place where a failure becomes an answer. What is not meant for the client never reaches it. */
export function handleFailures(app: FastifyInstance, { alteredFiles }: Pick<Metrics, 'alteredFiles'>): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof AlteredFile) {
      const { expected, found } = error;
      request.log.error(
        { expected, found, route: request.routeOptions.url },
        'stored file refused, it is not the one that was recorded: verify the log',
      );
      alteredFiles.inc();
      return sendFailure(reply, fileAltered());
    }
    const known = error instanceof ApiError ? error : asApiError(error, request);
    if (known !== undefined) return sendFailure(reply, known);
    request.log.error(
      { fault: describeFault(error), route: request.routeOptions.url },
      'request failed, answered with 500',
    );
    return reply.code(500).type('application/json').send(HIDDEN);
  });
}

/** Answers an unknown path of the API. */
export function answerUnknownPath(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendFailure(reply, notFound());
}

const HIDDEN = {
  status: 500,
  success: false,
  code: 'internal',
  message: 'Server Error happen please retry later',
  data: null,
};

function sendFailure(reply: FastifyReply, error: ApiError): FastifyReply {
  return reply
    .code(error.status)
    .headers(error.details.headers ?? {})
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(failureBody(error));
}

function asApiError(error: FastifyError, request: FastifyRequest): ApiError | undefined {
  if (hasZodFastifySchemaValidationErrors(error)) return invalidInput(error.validation, request);
  const fromFastify = FRAMEWORK[error.code];
  if (fromFastify !== undefined) return fromFastify();
  if (error.statusCode === 413) return tooLarge();
  if (error.statusCode === 429) return tooMany(1);
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return malformed();
  return fromEventStore(error) ?? fromDatabaseError(error);
}

/** The two conflicts of product/calls.md §2, appends without an answer in time, and events that were moved to a file. */
function fromEventStore(error: Error): ApiError | undefined {
  if (error instanceof WrongExpectedVersion) {
    return new ApiError(409, error.code, 'This has changed since you opened it. Reload and try again.');
  }
  if (error instanceof IdempotencyConflict) {
    return new ApiError(409, error.code, 'This request was already used for something else.');
  }
  if (error instanceof AppendBusy) return unavailable(error.code);
  if (error instanceof OutcomeUnknown) return outcomeUnknown();
  if (error instanceof ArchivedHistory) {
    const data = { archive: error.archive };
    return new ApiError(404, error.code, 'Its events were moved to an archive.', { data });
  }
  return undefined;
}

const fileAltered = (): ApiError =>
  new ApiError(409, 'file_altered', 'The stored file is not the one that was recorded. It is not shown.');
const malformed = (): ApiError => new ApiError(400, 'malformed_request', 'The request could not be read.');
const malformedJson = (): ApiError => new ApiError(400, 'malformed_json', 'The body is not valid JSON.');
const wrongType = (): ApiError =>
  new ApiError(400, 'unsupported_media_type', 'Send the body as application/json.');
const tooLarge = (): ApiError => new ApiError(413, 'too_large', 'This is too large to send.');

const FRAMEWORK: Readonly<Record<string, (() => ApiError) | undefined>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: malformedJson,
  FST_ERR_CTP_EMPTY_JSON_BODY: malformedJson,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: wrongType,
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: malformed,
  FST_ERR_NOT_FOUND: notFound,
};

interface Issue {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message?: string | undefined;
  readonly params: Record<string, unknown>;
}

/** Enough for any form; an answer does not grow with what was sent. */
const MOST_FIELD_ERRORS = 100;

function invalidInput(validation: readonly Issue[], request: FastifyRequest): ApiError {
  const explain = request.routeOptions.config.declaration?.explain ?? ((error: FieldError) => error);
  const errors = validation.flatMap(fieldErrors).slice(0, MOST_FIELD_ERRORS).map(explain);
  return new ApiError(400, 'invalid_input', errors[0]?.message ?? 'Some fields are not correct.', { errors });
}

/** zod reports unknown keys as one issue on their parent; the screens want a line per field. */
function fieldErrors(issue: Issue): FieldError[] {
  const path = issue.instancePath.split('/').filter(Boolean).join('.');
  const message = issue.message ?? 'is wrong';
  const keys = issue.params['keys'];
  if (issue.keyword !== 'unrecognized_keys' || !Array.isArray(keys)) {
    return [{ path, code: codeOf(issue), message }];
  }
  return keys.map((key) => ({
    path: [path, String(key)].filter(Boolean).join('.').slice(0, 200),
    code: 'unrecognized_key',
    message: 'is not a known field',
  }));
}

/** A contract may name its own code through zod's `params`; otherwise zod's issue code is the stable word. */
function codeOf(issue: Issue): string {
  const own = issue.params['params'];
  if (typeof own === 'object' && own !== null && 'code' in own && typeof own.code === 'string')
    return own.code;
  return issue.keyword;
}

/** What the log keeps of a fault: of an answer that did not fit its schema the places, never the values. */
function describeFault(error: FastifyError): object {
  const base = plainError(error);
  if (!isResponseSerializationError(error)) return base;
  return { ...base, issues: error.cause.issues.map(({ path, code }) => ({ path: path.join('.'), code })) };
}
