import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { issueOfShape, type ShapeIssue } from './json-shape.ts';

/** Bodies of signed calls as they were sent: a signature holds for these bytes and no others. */
const signedBodies = new WeakMap<FastifyRequest, string>();

/** undefined where the call is not signed, or has no JSON body. */
export const signedBodyOf = (request: FastifyRequest): string | undefined => signedBodies.get(request);

/** NUL and lone surrogates written as escapes, or NUL as it is: PostgreSQL's text can hold neither. */
const SUSPECT = /\\u0000|\\ud[89a-f]|\0/i;

/**
 * Reads JSON bodies. Beyond fastify's own parser (which refuses `__proto__` and `constructor.prototype`), a body of a
 * shape that no call needs and text that cannot be stored are refused here, once, instead of failing somewhere behind;
 * and an empty body counts as none.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    if (request.headers['webhook-signature'] !== undefined) signedBodies.set(request, text);
    if (text === '') return done(null, undefined);
    const issue = issueOfShape(text);
    if (issue !== undefined) return done(misshapen(issue));
    return parse(request, text, (error, value: unknown) => {
      if (error !== null) return done(error);
      if (SUSPECT.test(text) && !isStorable(value)) return done(unstorable());
      return done(null, value);
    });
  });
}

const SHAPE_WORDS: Readonly<Record<ShapeIssue, string>> = {
  too_deep: 'The body is nested too deeply.',
  too_many_values: 'The body holds too many values.',
  duplicate_key: 'The body names a field twice.',
};

const misshapen = (issue: ShapeIssue): ApiError => new ApiError(400, `json_${issue}`, SHAPE_WORDS[issue]);

const unstorable = (): ApiError =>
  new ApiError(400, 'invalid_value', 'The text contains characters that cannot be stored.');

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner));
}
