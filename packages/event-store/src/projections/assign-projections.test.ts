import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignProjections, type Runner } from './assign-projections.ts';

const SIX = ['a', 'b', 'c', 'd', 'e', 'f'];
const runner = (id: number, projections: readonly string[] = SIX): Runner => ({ id, projections });
const led = (leaders: Readonly<Record<string, number>>): ReadonlyMap<string, number> =>
  new Map(Object.entries(leaders));

const counts = (assigned: ReadonlyMap<string, number>): Record<number, number> => {
  const found: Record<number, number> = {};
  for (const id of assigned.values()) found[id] = (found[id] ?? 0) + 1;
  return found;
};

describe('assignProjections', () => {
  it('gives all to the only runner', () => {
    expect(counts(assignProjections([runner(4)], led({})))).toEqual({ 4: 6 });
  });

  it('gives nothing away without runners', () => {
    expect(assignProjections([], led({ a: 1 })).size).toBe(0);
  });

  it('moves half to a runner that joins, and leaves the others where they are', () => {
    const before = led({ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 });
    const after = assignProjections([runner(1), runner(2)], before);
    expect(counts(after)).toEqual({ 1: 3, 2: 3 });
  });

  it('moves one, not more, to a fourth runner beside three with two each', () => {
    const before = led({ a: 1, b: 1, c: 2, d: 2, e: 3, f: 3 });
    const after = assignProjections(
      [1, 2, 3, 4].map((id) => runner(id)),
      before,
    );
    expect(SIX.filter((name) => after.get(name) !== before.get(name))).toHaveLength(1);
    expect(counts(after)[4]).toBe(1);
  });

  it('spreads what a dead runner led over all that are left', () => {
    const before = led({ a: 1, b: 1, c: 2, d: 2, e: 3, f: 3 });
    expect(counts(assignProjections([runner(1), runner(2)], before))).toEqual({ 1: 3, 2: 3 });
  });

  it('gives a projection that only the newer release knows to the newer release', () => {
    const after = assignProjections([runner(1), runner(2, [...SIX, 'new'])], led({}));
    expect(after.get('new')).toBe(2);
    expect(after.size).toBe(7);
  });

  it('assigns every known projection evenly, and changes nothing afterwards', () => {
    const names = fc.uniqueArray(fc.constantFrom(...SIX, 'g', 'h'), { minLength: 1 });
    const runners = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 9 }), projections: names }), {
      minLength: 1,
      selector: ({ id }) => id,
    });
    const leaders = fc.dictionary(fc.constantFrom(...SIX), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(runners, leaders, (alive, before) => {
        const after = assignProjections(alive, led(before));
        const known = new Set(alive.flatMap(({ projections }) => projections));
        expect(new Set(after.keys())).toEqual(known);
        for (const [name, id] of after)
          expect(alive.find((one) => one.id === id)?.projections).toContain(name);
        expect(assignProjections(alive.toReversed(), after)).toEqual(after);
      }),
    );
  });

  it('differs by one at most where all know the same, and moves no more than that needs', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });
    const leaders = fc.dictionary(fc.constantFrom(...SIX), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(ids, leaders, (alive, before) => {
        const after = assignProjections(
          alive.map((id) => runner(id)),
          led(before),
        );
        const found = alive.map((id) => counts(after)[id] ?? 0);
        expect(Math.max(...found) - Math.min(...found)).toBeLessThanOrEqual(1);
        const kept = SIX.filter((name) => alive.includes(before[name] ?? 0));
        const most = Math.ceil(SIX.length / alive.length);
        const surplus = alive.map((id) =>
          Math.max(0, kept.filter((name) => before[name] === id).length - most),
        );
        const moved = kept.filter((name) => after.get(name) !== before[name]).length;
        expect(moved).toBeGreaterThanOrEqual(surplus.reduce((sum, each) => sum + each, 0));
        expect(moved).toBeLessThanOrEqual(kept.length - Math.floor(kept.length / alive.length));
      }),
    );
  });
});
