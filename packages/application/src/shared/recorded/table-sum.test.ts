import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { NO_ROWS, Summing, canonical } from './table-sum.ts';

const cells = fc.array(fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)), {
  maxLength: 4,
});

const sumOf = (rows: readonly (readonly unknown[])[]) => {
  const summing = new Summing();
  for (const row of rows) summing.add(row);
  return summing.result();
};

describe('the sum of a table', () => {
  test('does not depend on the order of the rows', () => {
    fc.assert(
      fc.property(fc.array(cells, { maxLength: 8 }), (rows) => {
        expect(sumOf(rows.toReversed())).toEqual(sumOf(rows));
      }),
    );
  });

  test('is the same after a row came and went, also across a stored sum', () => {
    fc.assert(
      fc.property(fc.array(cells, { maxLength: 5 }), cells, (rows, row) => {
        const before = sumOf(rows);
        const there = new Summing(before);
        there.add(row);
        const back = new Summing(there.result());
        back.remove(row);
        expect(back.result()).toEqual(before);
      }),
    );
  });

  test('changes with each value, with its place, and with a row that stands there twice', () => {
    const base = sumOf([['a', 1, null]]);
    for (const other of [
      ['b', 1, null],
      ['a', 2, null],
      ['a', '1', null],
      [1, 'a', null],
      ['a', 1],
    ])
      expect(sumOf([other]).sum).not.toBe(base.sum);
    expect(sumOf([['a'], ['a']]).sum).not.toBe(NO_ROWS.sum);
    expect(sumOf([['a'], ['a']]).rows).toBe(2);
  });

  test('reads fields in any order alike', () => {
    expect(canonical([{ b: 1, a: { d: 1, c: 2 } }])).toBe(canonical([{ a: { c: 2, d: 1 }, b: 1 }]));
  });

  test('refuses a sum that is none', () => {
    expect(() => new Summing({ rows: 0, sum: 'AAAA' })).toThrow(RangeError);
  });
});
