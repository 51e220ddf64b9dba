import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeRows } from './merge-rows.ts';
import { Status } from '@atelier/domain/shared/status.ts';

interface Piece {
  id: number;
  version: number;
  status: number;
}
const piece = (id: number, version: number, status = 1): Piece => ({ id, version, status });
const rules = { accepts: (row: Piece) => row.status === Status.Created };

describe('merging live rows into a list', () => {
  it('replaces by a newer version in place', () => {
    const list = [piece(1, 1), piece(2, 1), piece(3, 1)];
    expect(mergeRows(list, [piece(2, 2)], [], rules).map(({ id, version }) => [id, version])).toEqual([
      [1, 1],
      [2, 2],
      [3, 1],
    ]);
  });

  it('answers the very same list for stale and equal versions', () => {
    const list = [piece(1, 3)];
    expect(mergeRows(list, [piece(1, 2, 9), piece(1, 3, 9)], [{ id: 1, version: 2 }], rules)).toBe(list);
  });

  it('drops what no longer belongs and what was removed', () => {
    const list = [piece(1, 1), piece(2, 1)];
    expect(mergeRows(list, [piece(1, 2, 9)], [{ id: 2, version: 1 }], rules)).toEqual([]);
  });

  it('puts a new row first, or where the order says', () => {
    const list = [piece(5, 1)];
    expect(mergeRows(list, [piece(9, 1)], [], rules).map(({ id }) => id)).toEqual([9, 5]);
    const ordered = mergeRows(list, [piece(9, 1)], [], { ...rules, compare: (a, b) => a.id - b.id });
    expect(ordered.map(({ id }) => id)).toEqual([5, 9]);
  });

  it('comes to the same list in whatever order the changes arrive', () => {
    const rowOf = fc.record({
      id: fc.integer({ min: 1, max: 5 }),
      version: fc.integer({ min: 1, max: 1000 }),
      status: fc.constant(1),
    });
    fc.assert(
      fc.property(fc.uniqueArray(rowOf, { selector: ({ id, version }) => `${id}/${version}` }), (rows) => {
        const compare = (a: Piece, b: Piece) => a.id - b.id;
        const forward = mergeRows<Piece>([], rows, [], { ...rules, compare });
        const backward = rows
          .toReversed()
          .reduce<readonly Piece[]>((list, row) => mergeRows(list, [row], [], { ...rules, compare }), []);
        expect(backward).toEqual(forward);
      }),
    );
  });
});
