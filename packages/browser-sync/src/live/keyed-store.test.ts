import type { LiveRow } from '@atelier/domain/live/contract.ts';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type LiveChange, KeyedStore } from './keyed-store.ts';

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

  it('calls those who show counters with the change that brings them, with rows or without', () => {
    const store = new KeyedStore();
    const seen: unknown[] = [];
    store.subscribeCounters('store:1', () => seen.push(store.counters('store:1')?.['total']));
    store.apply(change({ counters: { position: 10, total: 3 } }));
    store.apply(change({ counters: { position: 11, total: 4 }, rows: [row(1, 1)] }));
    store.apply(change({ counters: { position: 12, total: 4 } }));
    expect(seen).toEqual([3, 4, 4]);
  });

  it('lays counters over those that were read, and a reading over counters that are older', () => {
    const store = new KeyedStore();
    const listener = vi.fn<() => void>();
    store.subscribeCounters('store:1', listener);
    store.readingCounters('store:1')({ position: 10, total: 3, ready: 1 });
    store.apply(change({ counters: { position: 11, ready: 5 } }));
    expect(store.counters('store:1')).toEqual({ position: 11, total: 3, ready: 5 });
    store.readingCounters('store:1')({ position: 9, total: 2, ready: 0 });
    expect(store.counters('store:1')).toMatchObject({ total: 3, ready: 5 });
    // The clock alone changes a number, at the same position.
    store.readingCounters('store:1')({ position: 11, total: 3, ready: 6 });
    expect(store.counters('store:1')).toMatchObject({ ready: 6 });
    expect(listener).toHaveBeenCalledTimes(3);
  });

  it('keeps counters in sight after a resync, until they are read or sent again', () => {
    const store = new KeyedStore();
    store.apply(change({ counters: { position: 10, total: 3 } }));
    store.forgetTopic('store:1');
    expect(store.counters('store:1')).toMatchObject({ total: 3 });
    store.readingCounters('store:1')({ position: 4, total: 2 });
    expect(store.counters('store:1')).toMatchObject({ total: 2 });
    store.clear();
    expect(store.counters('store:1')).toBeUndefined();
  });

  it('tells only the listeners of what changed', () => {
    const store = new KeyedStore();
    const one = vi.fn<() => void>();
    const two = vi.fn<() => void>();
    store.subscribeRows('item', [1], one);
    store.subscribeRows('item', [2], two);
    store.apply(change({ rows: [row(1, 1)] }));
    expect(one).toHaveBeenCalledTimes(1);
    expect(two).not.toHaveBeenCalled();
  });

  it('keeps a newer row when an older one is read, and takes the read one otherwise', () => {
    const store = new KeyedStore();
    store.apply(change({ rows: [row(1, 5, { name: 'new' })] }));
    store.reading('item')([
      { ...row(1, 4), id: 1 },
      { ...row(2, 1), id: 2 },
    ]);
    expect(store.row('item', 1)).toMatchObject({ version: 5, name: 'new' });
    expect(store.row('item', 2)).toMatchObject({ version: 1 });
  });

  it('calls no listener when the same row comes once more', () => {
    const store = new KeyedStore();
    const listener = vi.fn<() => void>();
    store.apply(change({ rows: [row(1, 5, { names: ['a'] })] }));
    store.subscribeRows('item', [1], listener);
    store.apply(change({ topic: 'site:1', rows: [row(1, 5, { names: ['a'] })] }));
    expect(listener).not.toHaveBeenCalled();
  });

  it('keeps rows of a history that is over in sight, and replaces them by whatever comes next', () => {
    const store = new KeyedStore();
    const late = store.reading('item');
    store.apply(change({ rows: [row(1, 5), row(2, 5)] }));
    store.distrust();
    expect(store.row('item', 1)).toMatchObject({ version: 5 });
    // A reading that was asked for before is of the old history too.
    late([row(2, 7)]);
    store.reading('item')([row(1, 2), row(2, 3)]);
    expect([store.row('item', 1)?.version, store.row('item', 2)?.version]).toEqual([2, 3]);
  });

  it('calls a listener once for all of its rows that changed', () => {
    const store = new KeyedStore();
    const listener = vi.fn<() => void>();
    store.subscribeRows('item', [1, 2, 3], listener);
    store.apply(change({ rows: [row(1, 1), row(2, 1)] }));
    store.reading('item')([row(1, 2), row(3, 2)]);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('drops at a sweep what is neither listed nor subscribed to, and never what has just come', () => {
    const store = new KeyedStore();
    store.apply(change({ rows: [row(1, 1), row(2, 1), row(3, 1)] }));
    const end = store.subscribeRows('item', [2], () => undefined);
    const held = () => [1, 2, 3].filter((id) => store.row('item', id) !== undefined);
    store.sweep(new Set(['item:3']));
    expect(held()).toEqual([1, 2, 3]);
    store.sweep(new Set(['item:3']));
    expect(held()).toEqual([2, 3]);
    end();
    store.sweep(new Set());
    expect(held()).toEqual([]);
  });

  it('keeps a removal over one sweep: an older row that was on its way stays out', () => {
    const store = new KeyedStore();
    store.sweep(new Set());
    store.apply(change({ removed: [{ kind: 'item', id: 1, version: 6 }] }));
    store.sweep(new Set());
    expect(store.apply(change({ rows: [row(1, 5)] })).rows).toEqual([]);
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
