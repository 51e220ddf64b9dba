import { describe, expect, it } from 'vitest';
import type { ClearingFilter } from './events.ts';
import { matchesFilter, selectForClearing, type WaitingItem } from './filter.ts';

const item: WaitingItem = {
  id: 1,
  rmaId: 100,
  waitingSince: '2026-09-10T08:00:00.000Z',
  purchaseDate: '2025-01-01',
  createdAt: '2026-08-01T08:00:00.000Z',
};
const filter: ClearingFilter = {
  startDate: null,
  endDate: '2026-09-30',
  rmaIds: [],
  limit: 10,
  validPurchaseDateOnly: false,
};
const ids = (items: readonly WaitingItem[], given: Partial<ClearingFilter> = {}) =>
  selectForClearing(items, { ...filter, ...given }).map(({ id }) => id);

describe('what a clearing run asks for (product/clearing.md §1)', () => {
  it('waits since a day between the two, both included', () => {
    const days = { startDate: '2026-09-09', endDate: '2026-09-11' };
    const since = (day: string) =>
      matchesFilter({ ...item, waitingSince: `${day}T23:59:59.999Z` }, { ...filter, ...days });
    expect(['2026-09-08', '2026-09-09', '2026-09-11', '2026-09-12'].map(since)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('was bought before it was deposited or on that day, where only valid purchase dates count', () => {
    const bought = (purchaseDate: string | null) =>
      matchesFilter({ ...item, purchaseDate }, { ...filter, validPurchaseDateOnly: true });
    expect([bought('2026-07-31'), bought('2026-08-01'), bought('2026-08-02'), bought(null)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(matchesFilter({ ...item, purchaseDate: null }, filter)).toBe(true);
  });

  it('is of the named deposits, where some are named', () => {
    expect(ids([item, { ...item, id: 2, rmaId: 200 }], { rmaIds: [200] })).toEqual([2]);
  });

  it('takes the longest waiting first, the older number of two that wait as long, up to the limit', () => {
    const longer = { ...item, id: 3, waitingSince: '2026-09-01T08:00:00.000Z' };
    const asLong = { ...item, id: 2 };
    expect(ids([asLong, item, longer])).toEqual([3, 1, 2]);
    expect(ids([item, longer, asLong])).toEqual([3, 1, 2]);
    expect(ids([longer, asLong, item], { limit: 2 })).toEqual([3, 1]);
  });
});
