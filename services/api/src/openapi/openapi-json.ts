/** JSON as it stands in the description of the API. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

export const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

export const textIn = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** The same object with other values; what is changed to undefined is left out when it is written. */
export function mapValues(
  object: JsonObject,
  change: (value: Json | undefined, name: string) => Json | undefined,
): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
}

/** A pattern with classes of Unicode, under a name of ours: many tools read `\\p{L}` as `p{L}` and refuse every name. */
export const UNICODE_PATTERN = 'x-unicode-pattern';
