import type { LiveRow } from '@atelier/domain/live/contract.ts';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { LiveChange } from './keyed-store.ts';
import { KeyedStore } from './keyed-store.ts';

const row = (id: number, version: number, extra = {}): LiveRow => ({ kind: 'item', id, version, ...extra });
const change = (over: Partial<LiveChange>): LiveChange => ({
  topic: 'store:1',
  position: 1,
  rows: [],
  removed: [],
  counters: undefined,
  ...over,
});

describe('the keyed store', () => {
  it('keeps the newer version and drops the older one', () => {
    const store = new KeyedStore();
    store.apply(change({ rows: [row(1, 5, { name: 'new' })] }));
    const news = store.apply(change({ rows: [row(1, 4, { name: 'old' })] }));
    expect(news.rows).toEqual([]);
    expect(store.row('item', 1)).toMatchObject({ version: 5, name: 'new' });
  });

  it('does not bring back a row that left the topic at a newer version', () => {
    const store = new KeyedStore();
    store.apply(change({ removed: [{ kind: 'item', id: 1, version: 7 }] }));
    expect(store.apply(change({ rows: [row(1, 6)] })).rows).toEqual([]);
    expect(store.apply(change({ rows: [row(1, 8)] })).rows).toHaveLength(1);
  });

  it('lets a row leave one topic and stand in another', () => {
    const store = new KeyedStore();
    store.apply(change({ topic: 'stage:1:4', removed: [{ kind: 'item', id: 1, version: 7 }] }));
    expect(store.apply(change({ topic: 'stage:1:5', rows: [row(1, 7)] })).rows).toHaveLength(1);
  });

  it('takes counters by position, and keeps topics apart', () => {
    const store = new KeyedStore();
    store.apply(change({ counters: { position: 10, total: 3 } }));
    expect(store.apply(change({ counters: { position: 9, total: 2 } })).counters).toBeUndefined();
    store.apply(change({ topic: 'store:2', counters: { position: 1, total: 8 } }));
    expect(store.counters('store:1')).toMatchObject({ total: 3 });
    expect(store.counters('store:2')).toMatchObject({ total: 8 });
  });

  it('tells only the listeners of what changed', () => {
    const store = new KeyedStore();
    const one = vi.fn<() => void>();
    const two = vi.fn<() => void>();
    store.subscribeRow('item', 1, one);
    store.subscribeRow('item', 2, two);
    store.apply(change({ rows: [row(1, 1)] }));
    expect(one).toHaveBeenCalledTimes(1);
    expect(two).not.toHaveBeenCalled();
  });

  it('ends with the highest version whatever the order of arrival', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 1 }), (versions) => {
        const store = new KeyedStore();
        for (const version of versions) store.apply(change({ rows: [row(1, version)] }));
        expect(store.row('item', 1)?.version).toBe(Math.max(...versions));
      }),
    );
  });
});
