import { compareTexts } from '../kernel.ts';

/** Which keys of two plain JSON objects differ in value, whatever the order their parts were written in. */
export function changedKeys(after: object, before: object): readonly string[] {
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after)
    .filter(([key, value]) => canonical(value) !== canonical(was.get(key)))
    .map(([key]) => key);
}

function canonical(value: unknown): string {
  return JSON.stringify(sorted(value)) ?? 'null';
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const entries = Object.entries(value).toSorted(([a], [b]) => compareTexts(a, b));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
