import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IdSet } from './id-set.ts';

it('gives back every id once, in order and in stretches of the length asked for', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(400_000)), fc.integer({ min: 1, max: 9 }), (ids, most) => {
      const set = new IdSet();
      for (const id of ids) set.add(id);
      const stretches = [...set.inStretches(most)];
      expect(stretches.flat()).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
      expect(ids.every((id) => set.has(id)) && !set.has(400_001)).toBe(true);
      expect(stretches.slice(0, -1).every((stretch) => stretch.length === most)).toBe(true);
    }),
    { numRuns: 30 },
  );
});
