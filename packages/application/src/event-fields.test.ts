import { EVENT_FIELDS, fieldClass } from '@atelier/domain/event-fields/event-fields.ts';
import { describe, expect, it } from 'vitest';
import { readFixtureHistories } from './event-fixtures/histories.ts';
import { EVENT_REGISTRY } from './event-registry.ts';

const isUnder = (path: string, above: string): boolean => path === above || path.startsWith(`${above}.`);

/** Paths of all texts in a value, `*` for every element of a list and every language. */
function textPaths(value: unknown, above: string): readonly string[] {
  if (typeof value === 'string') return [above];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    textPaths(inner, `${above}${above && '.'}${Array.isArray(value) ? '*' : name}`),
  );
}

/** A text in all languages, and filters of a list, are one text by their name. */
const wholeOf = (path: string): string => path.replace(/\.(en|zh-CN|zh-TW|fr|es|ja|ar)$/, '');
const anyOf = (path: string): string => path.replace(/\.[^.]+$/, '.*');

describe('every text of every event', () => {
  it('has a table for each registered type, and no table more', () => {
    expect(Object.keys(EVENT_FIELDS).toSorted()).toEqual(Object.keys(EVENT_REGISTRY.types).toSorted());
  });

  it.each(Object.keys(EVENT_FIELDS))('of %s: sealed in the log exactly where the table says so', (type) => {
    const sealed = Object.entries(EVENT_FIELDS[type] ?? {}).flatMap(([path, kind]) =>
      kind === 'sealed' ? [path] : [],
    );
    const fields = EVENT_REGISTRY.personal[type]?.fields ?? [];
    expect(sealed.filter((path) => !fields.some((field) => isUnder(path, field)))).toEqual([]);
    expect(fields.filter((field) => !sealed.some((path) => isUnder(path, field)))).toEqual([]);
    const open = Object.keys(EVENT_FIELDS[type] ?? {}).filter((path) => !sealed.includes(path));
    expect(open.filter((path) => fields.some((field) => isUnder(path, field)))).toEqual([]);
  });

  it('is named, wherever a recorded event has one', () => {
    const seen = readFixtureHistories().flatMap(({ events }) =>
      events.flatMap(({ type, data }) => textPaths(data, '').map((path) => [type, path] as const)),
    );
    const isNamed = (type: string, path: string): boolean =>
      [path, wholeOf(path), anyOf(path)].some((each) => fieldClass(type, each) !== undefined);
    const unnamed = seen.flatMap(([type, path]) => (isNamed(type, path) ? [] : [`${type}.${path}`]));
    expect([...new Set(unnamed)]).toEqual([]);
    expect(seen.length).toBeGreaterThan(1_000);
  });
});
