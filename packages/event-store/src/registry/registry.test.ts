import { describe, expect, test } from 'vitest';
import { UnknownEventTypes } from '../errors.ts';
import { createRegistry, currentVersion, upcast } from './registry.ts';

const registry = createRegistry(
  {
    ThingMade: {},
    ThingWeighed: {
      schemaVersion: 3,
      upcast: {
        // Version 1 had grams as text; version 2 a number; version 3 names the unit.
        1: (data) => ({ ...data, grams: Number(data['grams']) }),
        2: ({ grams, ...rest }) => ({ ...rest, weight: { value: grams ?? null, unit: 'g' } }),
      },
    },
  },
  {},
);

describe('upcasting', () => {
  test('lifts every older version to the newest, step by step', () => {
    const newest = { item: 1, weight: { value: 12.5, unit: 'g' } };
    expect(upcast(registry, 'ThingWeighed', 1, { item: 1, grams: '12.5' })).toEqual(newest);
    expect(upcast(registry, 'ThingWeighed', 2, { item: 1, grams: 12.5 })).toEqual(newest);
    expect(upcast(registry, 'ThingWeighed', 3, newest)).toBe(newest);
  });

  test('refuses types and versions that a newer release wrote', () => {
    expect(() => upcast(registry, 'ThingMelted', 1, {})).toThrow(UnknownEventTypes);
    expect(() => upcast(registry, 'ThingMade', 2, {})).toThrow(/ThingMade v2/);
  });

  test('events are written at the newest version', () => {
    expect(currentVersion(registry, 'ThingWeighed')).toBe(3);
    expect(currentVersion(registry, 'ThingMade')).toBe(1);
  });
});

describe('a registry', () => {
  test('lacks no upcaster', () => {
    expect(() => createRegistry({ ThingMade: { schemaVersion: 2 } }, {})).toThrow(
      /ThingMade v1 has no upcaster/,
    );
  });

  test('declares personal fields of known types only', () => {
    const personal = { ThingLost: { subject: 'customer', fields: ['text'] } };
    expect(() => createRegistry({ ThingMade: {} }, personal)).toThrow(/ThingLost/);
  });
});
