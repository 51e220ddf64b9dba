import type { CommentView } from '@atelier/domain/repair/schema.ts';
import type { RejectReasonView } from '@atelier/domain/reference/schema.ts';
import type { HistoryEntry, ItemView, RmaView } from '@atelier/domain/rma/schema.ts';
import type { ItemFileView, PurchaseRecord, RepairHistoryView } from '@atelier/domain/rma/file-schema.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiResponse, Query } from '../../lib/api/client.ts';
import { read } from '../../lib/api/client.ts';

/** Who reads the list: a shop its own store's pieces, operation those at or on their way to its site (product/identity.md §6). */
export type ListAudience = 'shop' | 'operation';

export const LIST_PAGE_SIZE = 100;

/** One page of the list, `page` from 1. */
export function readItemPage(
  audience: ListAudience,
  filters: Query,
  page: number,
  signal: AbortSignal | undefined,
): Promise<ApiResponse<ItemView[]>> {
  const path = audience === 'shop' ? '/rma' : '/operationrma';
  return read<ItemView[]>(path, { ...filters, page, page_size: LIST_PAGE_SIZE }, { signal });
}

/** The detail's own limit: each part has 60 s from its start (product/rma.md §6). */
const DETAIL = { timeout: 'general' } as const;

/** The deposit with its contact and every item. */
export const rmaQuery = (rmaId: number) =>
  queryOptions({
    queryKey: ['rma', 'one', rmaId],
    queryFn: ({ signal }) => read<RmaView>(`/rma/${rmaId}`, {}, { signal, ...DETAIL }),
  });

/** Every event of an item, oldest first. */
export const historyQuery = (itemId: number) =>
  queryOptions({
    queryKey: ['rma', 'history', itemId],
    queryFn: ({ signal }) =>
      read<HistoryEntry[]>('/rma/history', { rma_item_id: itemId }, { signal, ...DETAIL }),
  });

/** Both kinds of remarks: 1 store, 2 factory. */
export const commentsQuery = (itemId: number) =>
  queryOptions({
    queryKey: ['repair', 'comments', itemId],
    queryFn: ({ signal }) => read<CommentView[]>('/comments', { id: itemId }, { signal, ...DETAIL }),
  });

/** What was said of the piece at its deposit and after, beyond its row. */
export const itemFileQuery = (itemId: number) =>
  queryOptions({
    queryKey: ['rma', 'file', itemId],
    queryFn: ({ signal }) => read<ItemFileView>('/rma/item', { rma_item_id: itemId }, { signal, ...DETAIL }),
  });

/** Whether a till knows its invoice line or its order. */
export const purchaseRecordQuery = (itemId: number) =>
  queryOptions({
    queryKey: ['rma', 'purchase', itemId],
    queryFn: ({ signal }) =>
      read<PurchaseRecord>('/rma/has_puchase_record', { rma_item_id: itemId }, { signal, ...DETAIL }),
    staleTime: 60_000,
  });

/** Earlier repairs of the same piece. */
export const earlierRepairsQuery = (itemId: number) =>
  queryOptions({
    queryKey: ['rma', 'earlier', itemId],
    queryFn: ({ signal }) =>
      read<RepairHistoryView>('/repair_history/list', { rma_item_id: itemId }, { signal, ...DETAIL }),
    staleTime: 60_000,
  });

/** Why a repair may be turned down: the store's list for shops, operation's otherwise (product/rma.md §6). */
export const rejectReasonsQuery = (userType: 'store' | 'operation') =>
  queryOptions({
    queryKey: ['reference', 'reject-reasons', userType],
    queryFn: ({ signal }) =>
      read<RejectReasonView[]>('/reject/reasons', { user_type: userType }, { signal, ...DETAIL }),
    staleTime: 3_600_000,
  });
