import { exampleOf } from './openapi-examples.ts';
import {
  type Json,
  type JsonObject,
  isObject,
  listOf,
  mapValues,
  objectOf,
  textIn,
  UNICODE_PATTERN,
} from './openapi-json.ts';
import { FAILED, REFUSED, USUAL_FIELDS } from './openapi-samples.ts';
import { SharedParameters } from './openapi-shared-parameters.ts';
import { capitalised, METHODS, SharedSchemas } from './openapi-shared-schemas.ts';
import { PARAMETERS, SECTIONS } from './openapi-words.ts';

/** What a value is that may be anything JSON can say. */
const JSON_VALUE: JsonObject = { description: 'Any JSON value.' };

/**
 * The document as foreign tools read it: every operation has a name, every reference leads somewhere, a file's response
 * says what it is, and a schema or parameter that stands in several places stands in `components` once.
 */
export function readableDocument(raw: object): JsonObject {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what @fastify/swagger makes is JSON
  const document = readableSchemas(raw as JsonObject) as JsonObject;
  const paths = objectOf(document['paths']);
  const named = mapValues(withNamedRests(paths), (operations, path) =>
    mapValues(objectOf(operations), (operation, method) =>
      METHODS.has(method) ? readableOperation(objectOf(operation), method, path) : operation,
    ),
  );
  const parameters = new SharedParameters(named);
  const shared = new SharedSchemas(named);
  const { securitySchemes } = objectOf(document['components']);
  return {
    ...document,
    tags: Object.entries(SECTIONS).map(([name, description]) => ({ name, description })),
    paths: shared.replaceIn(parameters.replaceIn(named)),
    components: {
      securitySchemes,
      headers: LIMIT_HEADERS,
      parameters: parameters.parameters(),
      responses: refusalsOf(paths),
      schemas: { JsonValue: JSON_VALUE, ...shared.schemas() },
    },
  };
}

/** A route that takes the rest of the path calls it `*`, which is no name in a document. */
function withNamedRests(paths: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(paths).map(([path, operations]) =>
      path.endsWith('{*}')
        ? [path.replace('{*}', '{path}'), renamed(operations ?? null)]
        : [path, operations],
    ),
  );
}

function renamed(value: Json): Json {
  if (Array.isArray(value)) return value.map((each: Json) => renamed(each));
  if (typeof value !== 'object' || value === null) return value;
  const { name, ...rest } = objectOf(value);
  const others = mapValues(rest, (each) => renamed(each ?? null));
  return name === undefined ? others : { ...others, name: name === '*' ? 'path' : name };
}

/**
 * zod writes JSON values as a schema that refers to itself, under a name that the document does not have; lists of fixed length and
 * patterns in ways that many readers do not know; and bounds of whole numbers that say nothing.
 */
function readableSchemas(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((each: Json) => readableSchemas(each) ?? null);
  if (!isObject(value)) return value;
  if (typeof value['$ref'] === 'string') return { $ref: '#/components/schemas/JsonValue' };
  return mapValues(withoutFixedLength(withoutAnyBound(withReadPattern(value))), readableSchemas);
}

function withoutAnyBound({ minimum, maximum, ...rest }: JsonObject): JsonObject {
  return {
    ...rest,
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  };
}

const withReadPattern = ({ pattern, ...rest }: JsonObject): JsonObject =>
  typeof pattern === 'string'
    ? { ...rest, [/\\[pP]\{/.test(pattern) ? UNICODE_PATTERN : 'pattern']: pattern }
    : { ...rest, ...(pattern !== undefined && { pattern }) };

function withoutFixedLength(schema: JsonObject): JsonObject {
  const { prefixItems, ...rest } = schema;
  const [first, ...others] = listOf(prefixItems);
  if (first === undefined || others.some((each) => JSON.stringify(each) !== JSON.stringify(first)))
    return schema;
  return { ...rest, items: first, minItems: others.length + 1, maxItems: others.length + 1 };
}

function readableOperation(operation: JsonObject, method: string, path: string): JsonObject {
  const { 'x-produces': produces, requestBody, ...rest } = operation;
  const responses = mapValues(objectOf(operation['responses']), readableResponse);
  const usual = USUAL_FIELDS[operationName(method, path)];
  const has2xx = Object.keys(responses).some((status) => status.startsWith('2'));
  return {
    operationId: operationName(method, path),
    tags: ['service'],
    ...rest,
    parameters: listOf(operation['parameters']).map(readableParameter),
    ...(requestBody !== undefined && { requestBody: withExamples(objectOf(requestBody), 'request', usual) }),
    responses: has2xx
      ? responses
      : { 200: fileResponse(typeof produces === 'string' ? produces : 'application/json'), ...responses },
  };
}

const readableParameter = (parameter: Json): JsonObject => {
  const { name, description, ...rest } = objectOf(parameter);
  const words = description ?? PARAMETERS[textIn(name)];
  return { name, ...(words !== undefined && { description: words }), ...rest };
};

const header = (name: string): JsonObject => ({ $ref: `#/components/headers/${name}` });
/** What every response says of limits, and a 429 besides. */
const SAID_OF_LIMITS: JsonObject = {
  RateLimit: header('RateLimit'),
  'RateLimit-Policy': header('RateLimitPolicy'),
};
const REFUSED_FOR_NOW: JsonObject = { ...SAID_OF_LIMITS, 'Retry-After': header('RetryAfter') };

const LIMIT_HEADERS: JsonObject = {
  RateLimit: {
    description:
      'What is left of each limit (draft-ietf-httpapi-ratelimit-headers-10): `r` calls within the next `t` seconds.',
    schema: { type: 'string' },
    example: '"address";r=5990;t=41, "session";r=599;t=41',
  },
  RateLimitPolicy: {
    description:
      'Each limit: `q` calls in `w` seconds, by network address, by session (a sign-in or an API key), by account, or of this call alone.',
    schema: { type: 'string' },
    example: '"address";q=6000;w=60, "session";q=600;w=60',
  },
  RetryAfter: {
    description: 'With 429: after how many seconds the call may be sent again.',
    schema: { type: 'integer', minimum: 1 },
    example: 41,
  },
};

const DONE = 'Done: `data` holds what was asked for';

/** What every call answers where it does not do what was asked: said once. */
const REFUSALS: Readonly<Record<string, { name: string; description: string; example: JsonObject }>> = {
  '4XX': {
    name: 'Refused',
    description: 'Refused, nothing was changed: `code` says why, `errors` which fields',
    example: REFUSED,
  },
  '5XX': {
    name: 'Failed',
    description: 'Failed: with the same `Idempotency-Key` it may be sent again',
    example: FAILED,
  },
};

const readableResponse = (response: Json | undefined, status: string): JsonObject => {
  const refusal = REFUSALS[status];
  if (refusal !== undefined) return { $ref: `#/components/responses/${refusal.name}` };
  const isDone = status === '200';
  return {
    ...withExamples(objectOf(response), 'response'),
    ...(isDone && { description: DONE, headers: SAID_OF_LIMITS }),
  };
};

/** The answers of a call that was refused or failed, as one call declares them. */
function refusalsOf(paths: JsonObject): JsonObject {
  const [declared] = Object.values(paths)
    .flatMap((operations) => Object.values(objectOf(operations)))
    .map((operation) => objectOf(objectOf(operation)['responses']))
    .filter((responses) => Object.keys(REFUSALS).every((status) => status in responses));
  return Object.fromEntries(
    Object.entries(REFUSALS).map(([status, { name, description, example }]) => {
      const content = mapValues(objectOf(objectOf(declared?.[status])['content']), (media) => ({
        ...objectOf(media),
        example,
      }));
      return [name, { description, headers: status === '4XX' ? REFUSED_FOR_NOW : SAID_OF_LIMITS, content }];
    }),
  );
}

/** With a value that fits beside each schema. */
function withExamples(part: JsonObject, kind: 'request' | 'response', usual?: JsonObject): JsonObject {
  const content = part['content'];
  if (!isObject(content)) return part;
  const shown = mapValues(content, (media) => {
    const { schema, ...rest } = objectOf(media);
    const example = exampleOf(schema, kind);
    return { ...rest, schema, example: usual === undefined ? example : { ...objectOf(example), ...usual } };
  });
  return { ...part, content: shown };
}

/** `GET /api/rma/{id}/label` → `getRmaByIdLabel`. */
function operationName(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, '')
    .replaceAll(/\{(\w+)\}/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return method + words.map(capitalised).join('');
}

const fileResponse = (mediaType: string): JsonObject => ({
  description: 'The content itself',
  content: { [mediaType]: { schema: mediaType === 'application/json' ? {} : { type: 'string' } } },
});
