import type { ItemView } from '@atelier/domain/rma/schema.ts';
import type { InfiniteData } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { ApiResponse } from '../../../lib/api/client.ts';
import type { LiveChange } from '../../../live/keyed-store.ts';
import { patchPages, uniqueRows } from './patch-pages.ts';
import { Status } from '@atelier/domain/shared/status.ts';

type Page = ApiResponse<ItemView[]>;
const row = (id: number, version = 1, status = 1): ItemView =>
  ({ kind: 'item', id, version, rma_status_id: status }) as unknown as ItemView;
const page = (rows: ItemView[], total: number): Page => ({
  status: 200,
  success: true,
  code: 'ok',
  message: '',
  data: rows,
  total,
  etag: null,
  notModified: false,
});
const pages = (...list: Page[]): InfiniteData<Page> => ({
  pages: list,
  pageParams: list.map((_, index) => index + 1),
});
const change = (rows: ItemView[], removed: { id: number; version: number }[] = []): LiveChange => ({
  topic: 'store:1',
  position: 9,
  rows: rows as unknown as LiveChange['rows'],
  removed: removed.map((one) => ({ ...one, kind: 'item' })),
  counters: undefined,
});
const always = (): boolean => true;

describe('live pages', () => {
  const cached = pages(page([row(1), row(2)], 4), page([row(3), row(4)], 4));

  it('replaces a row where it stands', () => {
    const after = patchPages(cached, change([row(3, 2, 2)]), always);
    expect(uniqueRows(after.pages).map((one) => [one.id, one.version])).toEqual([
      [1, 1],
      [2, 1],
      [3, 2],
      [4, 1],
    ]);
  });

  it('drops a row that no longer belongs, and the total with it', () => {
    const after = patchPages(cached, change([row(2, 2, 2)]), (one) => one.rma_status_id === Status.Created);
    expect(uniqueRows(after.pages).map((one) => one.id)).toEqual([1, 3, 4]);
    expect(after.pages.map((one) => one.total)).toEqual([3, 3]);
  });

  it('puts a new row first', () => {
    const after = patchPages(cached, change([row(9)]), always);
    expect(uniqueRows(after.pages).map((one) => one.id)).toEqual([9, 1, 2, 3, 4]);
    expect(after.pages[0]?.total).toBe(5);
  });

  it('ignores what is older than what it holds', () => {
    const newer = pages(page([row(1, 5)], 1));
    expect(patchPages(newer, change([row(1, 4)], [{ id: 1, version: 4 }]), always)).toBe(newer);
  });

  it('forgets what left the topic', () => {
    const after = patchPages(cached, change([], [{ id: 1, version: 1 }]), always);
    expect(uniqueRows(after.pages).map((one) => one.id)).toEqual([2, 3, 4]);
  });

  it('shows a row once that two overlapping pages hold', () => {
    expect(
      uniqueRows([page([row(1), row(2)], 3), page([row(2, 3), row(3)], 3)]).map((one) => [
        one.id,
        one.version,
      ]),
    ).toEqual([
      [1, 1],
      [2, 3],
      [3, 1],
    ]);
  });
});
