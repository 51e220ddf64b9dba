import type { ItemView } from '@atelier/domain/rma/schema.ts';
import type { PurchaseRecord, RepairHistoryView } from '@atelier/domain/rma/file-schema.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiResponse, Query } from '../../lib/api/client.ts';
import { read } from '../../lib/api/client.ts';
import { DETAIL } from '../../shared/queries/item.ts';

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
