import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idListsIn, patchIds, type IdList, type IdListRules } from './id-list.ts';
import type { LiveChange } from './keyed-store.ts';

interface Row {
  readonly id: number;
  readonly version: number;
  readonly stage: number;
}
const row = (id: number, version: number, stage = 2): Row => ({ id, version, stage });
const change = (rows: Row[], removed: { id: number; version: number }[] = []) => ({
  rows: rows.map((one) => ({ kind: 'item' as const, ...one })) satisfies LiveChange['rows'],
  removed: removed.map((one) => ({ ...one, kind: 'item' as const })),
});
const list: IdList = { kind: 'item', ids: [1, 2], total: 2 };

/** Rules over what the live store holds: rows 1 and 2, and then these. */
function rules(held: readonly Row[], over: Partial<IdListRules<Row>> = {}): IdListRules<Row> {
  const rows = new Map([row(1, 5), row(2, 5), ...held].map((one) => [one.id, one]));
  return { rowOf: (id) => rows.get(id), accepts: () => true, ...over };
}

describe('a list that is patched', () => {
  it('stays the very same when a row changes where it stands', () => {
    expect(patchIds(list, change([row(2, 6)]), rules([row(2, 6)]))).toBe(list);
  });

  it('takes in only what belongs, and rows of the same kind', () => {
    expect(patchIds(list, change([row(3, 1)]), rules([row(3, 1)], { accepts: () => false }))).toBe(list);
    const other = { rows: [{ kind: 'job' as const, id: 3, version: 1 }], removed: [] };
    expect(patchIds(list, other, rules([row(3, 1)]))).toBe(list);
  });

  it('puts a new row first, or where the order says', () => {
    const news = change([row(9, 1)]);
    expect(patchIds(list, news, rules([row(9, 1)]))).toMatchObject({ ids: [9, 1, 2], total: 3 });
    const byId = rules([row(9, 1)], { compare: (a, b) => a.id - b.id });
    expect(patchIds(list, news, byId).ids).toEqual([1, 2, 9]);
  });

  it('drops what left its topic, unless it came back in a newer version', () => {
    const left = change([], [{ id: 1, version: 6 }]);
    expect(patchIds(list, left, rules([row(1, 6)])).ids).toEqual([2]);
    expect(patchIds(list, left, rules([row(1, 7)]))).toBe(list);
  });

  it('comes to the same list in whatever order the changes arrive', () => {
    const moves = fc.uniqueArray(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(moves, (versions) => {
        const all = versions.map((version) => row(1 + (version % 5), version, version % 3));
        // The live store keeps the newest of each row, whatever the order.
        const newest = Map.groupBy(all, ({ id }) => id);
        const held = [...newest.values()].map((same) =>
          same.reduce((a, b) => (b.version > a.version ? b : a)),
        );
        const options = rules(held, { accepts: ({ stage }) => stage !== 1, compare: (a, b) => a.id - b.id });
        const patched = (rows: Row[]) =>
          rows.reduce((ids, one) => patchIds(ids, change([one]), options), list);
        expect(patched(all.toReversed()).ids).toEqual(patched(all).ids);
      }),
    );
  });
});

describe('a list that keeps what was done', () => {
  const keeps = (held: readonly Row[]) => rules(held, { keepsMoved: true });

  it('keeps a row that moved on, whichever topic says so first', () => {
    const moved = row(1, 6, 3);
    const gone = change([], [{ id: 1, version: 6 }]);
    // The removal of the topic that it left comes after the row itself …
    expect(patchIds(list, gone, keeps([moved]))).toBe(list);
    // … or before it: the row brings it back.
    const without = patchIds(list, gone, keeps([]));
    expect(without.ids).toEqual([2]);
    expect(patchIds(without, change([moved]), keeps([moved])).ids).toEqual([1, 2]);
  });

  it('drops what left in a version that was never shown here', () => {
    expect(patchIds(list, change([], [{ id: 2, version: 6 }]), keeps([])).ids).toEqual([1]);
  });
});

describe('the lists in a cached value', () => {
  it('are the value itself, or its pages', () => {
    expect(idListsIn(list)).toEqual([list]);
    expect(idListsIn({ pages: [list, list], pageParams: [1, 2] })).toEqual([list, list]);
  });

  it.each([[undefined], [null], ['text'], [{ data: [] }], [{ ids: [1] }]])('are none in %j', (cached) => {
    expect(idListsIn(cached)).toEqual([]);
  });
});
