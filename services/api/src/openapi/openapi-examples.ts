import {
  type Json,
  type JsonObject,
  isObject,
  listOf,
  objectOf,
  textIn,
  UNICODE_PATTERN,
} from './openapi-json.ts';
import { NUMBERS, textOf, TEXTS, TEXTS_BY_FORMAT } from './openapi-samples.ts';

/**
 * A value that fits a JSON schema, with the same words in every call for the same field, so that examples read as one story.
 * Optional fields of a request are left out where they may be; an answer shows all that it can hold.
 */
export function exampleOf(schema: Json | undefined, kind: 'request' | 'response', name = ''): Json {
  const { anyOf, oneOf, ...rest } = objectOf(schema);
  const given = rest['default'] ?? rest['const'] ?? listOf(rest['examples'])[0] ?? listOf(rest['enum'])[0];
  if (given !== undefined) return given;
  const choice = [...listOf(anyOf), ...listOf(oneOf)].find((each) => objectOf(each)['type'] !== 'null');
  if (choice !== undefined) return exampleOf(choice, kind, name);
  switch (textIn(typeOf(rest))) {
    case 'object':
      return objectExample(rest, kind);
    case 'array':
      return listExample(rest, kind, name);
    case 'string':
      return textExample(rest, name);
    case 'integer':
    case 'number':
      return numberExample(rest, name);
    case 'boolean':
      return true;
    default:
      return null;
  }
}

/** Of several types the first that says something. */
function typeOf({ type }: JsonObject): Json | undefined {
  return Array.isArray(type) ? type.find((each) => each !== 'null') : type;
}

function objectExample(schema: JsonObject, kind: 'request' | 'response'): JsonObject {
  const properties = Object.entries(objectOf(schema['properties']));
  const required = listOf(schema['required']);
  const needed = properties.filter(([name]) => kind === 'response' || required.includes(name));
  const shown = needed.length > 0 ? needed : properties.slice(0, 1);
  return Object.fromEntries(shown.map(([name, each]) => [name, exampleOf(each, kind, name)]));
}

function listExample(schema: JsonObject, kind: 'request' | 'response', name: string): readonly Json[] {
  const places = listOf(schema['prefixItems']);
  if (places.length > 0) return places.map((each) => exampleOf(each, kind, name));
  const count = Math.max(1, Number(schema['minItems'] ?? 1));
  if (!isObject(schema['items']) || schema['maxItems'] === 0) return [];
  return Array.from({ length: count }, () => exampleOf(schema['items'], kind, name));
}

function textExample(schema: JsonObject, name: string): string {
  const { format, minLength, maxLength } = schema;
  const pattern = schema[UNICODE_PATTERN] ?? schema['pattern'];
  const fits = (text: string | undefined): text is string =>
    text !== undefined &&
    text.length >= Number(minLength ?? 0) &&
    text.length <= Number(maxLength ?? Infinity) &&
    (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text));
  const candidates = [textOf(name), TEXTS_BY_FORMAT[textIn(format)], ...Object.values(TEXTS)];
  return candidates.find(fits) ?? 'text';
}

function numberExample(schema: JsonObject, name: string): number {
  const least = Number(schema['minimum'] ?? -Infinity);
  const above = Number(schema['exclusiveMinimum'] ?? -Infinity);
  const most = Number(schema['maximum'] ?? Infinity);
  const wished = NUMBERS[name] ?? 1;
  return Math.min(most, Math.max(least, wished > above ? wished : above + 1));
}
