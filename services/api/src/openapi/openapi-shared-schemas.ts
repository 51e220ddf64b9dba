import { createHash } from 'node:crypto';
import { type Json, type JsonObject, isObject, mapValues } from './openapi-json.ts';

export const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'delete']);
/** Smaller ones are easier to read where they stand. */
const WORTH_SHARING = 160;

export const capitalised = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

/** Object schemas that stand in several places, by their text. */
export class SharedSchemas {
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

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 6);

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

function childrenOf(value: Json | undefined): readonly (readonly [string, Json | undefined])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
