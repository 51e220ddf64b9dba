import { Status } from '@atelier/domain/shared/status.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { InfiniteData } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { IdList, IdListRules } from '@atelier/browser-sync/live/id-list.ts';
import type { LiveChange } from '@atelier/browser-sync/live/keyed-store.ts';
import { patchPages, uniqueIds } from './use-item-pages.ts';

const row = (id: number, version = 1, status: number = Status.Created): ItemView =>
  ({ id, version, rma_status_id: status }) as unknown as ItemView;
const pages = (...list: IdList[]): InfiniteData<IdList> => ({
  pages: list,
  pageParams: list.map((_, index) => index + 1),
});
const change = (rows: ItemView[], removed: { id: number; version: number }[] = []) => ({
  rows: rows.map((one) => ({ kind: 'item', ...one })) as unknown as LiveChange['rows'],
  removed: removed.map((one) => ({ ...one, kind: 'item' as const })),
});

/** The rules of a list over what the live store holds: rows 1 to 4, and then these. */
function rules(held: ItemView[], accepts: (row: ItemView) => boolean = () => true): IdListRules<ItemView> {
  const rows = new Map([row(1), row(2), row(3), row(4), ...held].map((one) => [one.id, one]));
  return { rowOf: (id) => rows.get(id), accepts };
}

describe('live pages', () => {
  const cached = pages({ kind: 'item', ids: [1, 2], total: 4 }, { kind: 'item', ids: [3, 4], total: 4 });

  it('stay the very same when a row changes where it stands', () => {
    const changed = row(3, 2, Status.RepairQC);
    expect(patchPages(cached, change([changed]), rules([changed]))).toBe(cached);
  });

  it('drop a row that no longer belongs, and the total with it', () => {
    const changed = row(2, 2, Status.RepairQC);
    const isNew = (one: ItemView) => one.rma_status_id === Status.Created;
    const after = patchPages(cached, change([changed]), rules([changed], isNew));
    expect(uniqueIds(after.pages)).toEqual([1, 3, 4]);
    expect(after.pages.map((one) => one.total)).toEqual([3, 3]);
  });

  it('put a new row first', () => {
    const after = patchPages(cached, change([row(9)]), rules([row(9)]));
    expect(uniqueIds(after.pages)).toEqual([9, 1, 2, 3, 4]);
    expect(after.pages[0]?.total).toBe(5);
  });

  it('keep a row that came back in a newer version than the one it left in', () => {
    expect(patchPages(cached, change([], [{ id: 1, version: 4 }]), rules([row(1, 5)]))).toBe(cached);
  });

  it('forget what left the topic', () => {
    const after = patchPages(cached, change([], [{ id: 1, version: 1 }]), rules([]));
    expect(uniqueIds(after.pages)).toEqual([2, 3, 4]);
  });

  it('show a row once that two overlapping pages hold', () => {
    expect(
      uniqueIds([
        { kind: 'item', ids: [1, 2], total: 3 },
        { kind: 'item', ids: [2, 3], total: 3 },
      ]),
    ).toEqual([1, 2, 3]);
  });
});
