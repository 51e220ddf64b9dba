import { createHash } from 'node:crypto';

/** JSON as it stands in the document. */
type Json = string | number | boolean | null | readonly Json[] | JsonObject;
interface JsonObject {
  readonly [name: string]: Json | undefined;
}

/** Smaller ones are easier to read where they stand. */
const WORTH_SHARING = 160;
const METHODS = new Set(['get', 'post', 'put', 'delete']);

/** What a value is that may be anything JSON can say. */
const JSON_VALUE: JsonObject = { description: 'Any JSON value.' };

/**
 * The document as foreign tools read it: every operation has a name, every reference leads somewhere, a file's response
 * says what it is, and a schema that stands in several places stands in `components` once.
 */
export function readableDocument(raw: object): JsonObject {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what @fastify/swagger makes is JSON
  const document = withoutUnresolved(raw as JsonObject) as JsonObject;
  const paths = objectOf(document['paths']);
  const named = mapValues(withNamedRests(paths), (operations, path) =>
    mapValues(objectOf(operations), (operation, method) =>
      METHODS.has(method) ? readableOperation(objectOf(operation), method, path) : operation,
    ),
  );
  const shared = new SharedSchemas(named);
  const { securitySchemes } = objectOf(document['components']);
  return {
    ...document,
    paths: shared.replaceIn(named),
    components: { securitySchemes, schemas: { JsonValue: JSON_VALUE, ...shared.schemas() } },
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

/** zod writes JSON values as a schema that refers to itself, under a name that the document does not have. */
function withoutUnresolved(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((each: Json) => withoutUnresolved(each) ?? null);
  if (!isObject(value)) return value;
  if (typeof value['$ref'] === 'string') return { $ref: '#/components/schemas/JsonValue' };
  return mapValues(value, withoutUnresolved);
}

function readableOperation(operation: JsonObject, method: string, path: string): JsonObject {
  const { 'x-produces': produces, ...rest } = operation;
  const responses = objectOf(operation['responses']);
  const has2xx = Object.keys(responses).some((status) => status.startsWith('2'));
  return {
    operationId: operationName(method, path),
    ...rest,
    responses: has2xx
      ? responses
      : { 200: fileResponse(typeof produces === 'string' ? produces : 'application/json'), ...responses },
  };
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

const capitalised = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

const fileResponse = (mediaType: string): JsonObject => ({
  description: 'The content itself',
  content: { [mediaType]: { schema: mediaType === 'application/json' ? {} : { type: 'string' } } },
});

/** Object schemas that stand in several places, by their text. */
class SharedSchemas {
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<string, string>();
  readonly #schemas = new Map<string, Json>();

  constructor(paths: JsonObject) {
    this.#count(paths);
    this.#name(paths, []);
  }

  schemas(): JsonObject {
    return Object.fromEntries([...this.#schemas].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }

  replaceIn(value: JsonObject): JsonObject {
    return mapValues(value, (each) => this.#replaced(each));
  }

  #count(value: Json | undefined): void {
    if (isShareable(value)) {
      const text = JSON.stringify(value);
      this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
    }
    for (const each of childrenOf(value)) this.#count(each[1]);
  }

  /** After the first place where it stands; a second schema that would have the same name gets some of its digest. */
  #name(value: Json | undefined, place: readonly string[]): void {
    for (const [key, child] of childrenOf(value)) this.#name(child, [...place, key]);
    if (!isShareable(value)) return;
    const text = JSON.stringify(value);
    if ((this.#counts.get(text) ?? 0) < 2 || this.#names.has(text)) return;
    const wanted = nameAt(place);
    const name = this.#schemas.has(wanted) ? `${wanted}${digestOf(text)}` : wanted;
    this.#names.set(text, name);
    this.#schemas.set(
      name,
      mapValues(value, (each) => this.#replaced(each)),
    );
  }

  #replaced(value: Json | undefined): Json | undefined {
    if (Array.isArray(value)) return value.map((each: Json) => this.#replaced(each) ?? null);
    if (!isObject(value)) return value;
    const name = isShareable(value) ? this.#names.get(JSON.stringify(value)) : undefined;
    if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
    return mapValues(value, (each) => this.#replaced(each));
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 6);

/** Words of a path that say nothing about what stands there. */
const SILENT = new Set([
  'api',
  'responses',
  'content',
  'application/json',
  'schema',
  'properties',
  'items',
  '200',
  'anyOf',
]);

function nameAt(place: readonly string[]): string {
  if (place.includes('4XX') || place.includes('5XX'))
    return place.includes('errors') ? 'FieldError' : 'Failure';
  const words = place
    .filter((word) => !SILENT.has(word) && !METHODS.has(word) && !/^\d+$/.test(word))
    .flatMap((word) => word.replace(/^\/api\//, '').split(/[^A-Za-z0-9]+/))
    .filter((word) => word !== '');
  return words.map(capitalised).join('');
}

function isShareable(value: Json | undefined): value is JsonObject {
  return (
    isObject(value) &&
    value['type'] === 'object' &&
    isObject(value['properties']) &&
    JSON.stringify(value).length >= WORTH_SHARING
  );
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

function childrenOf(value: Json | undefined): readonly (readonly [string, Json | undefined])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function mapValues(
  object: JsonObject,
  change: (value: Json | undefined, name: string) => Json | undefined,
): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
}
