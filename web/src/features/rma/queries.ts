import { MINUTE_MS } from '@atelier/domain/kernel.ts';
import type { CustomerRecordView, ProductView } from '@atelier/contracts/reference/schema.ts';
import type { AddresseeView, FollowUpView } from '@atelier/contracts/repair/decisions-schema.ts';
import type { ItemView } from '@atelier/contracts/rma/schema.ts';
import type { ViewList } from '@atelier/domain/rma/views/contract.ts';
import type { SavedView } from '@atelier/contracts/rma/views/schema.ts';
import type { PurchaseRecord, RepairHistoryView } from '@atelier/contracts/rma/file-schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { type ApiResponse, type Query, read } from '../../lib/api/client.ts';
import { DETAIL } from '../../shared/queries/item.ts';

/** Who reads the list: a shop its own store's pieces, operation those at or on their way to its site (product/identity.md §6). */
export type ListAudience = 'shop' | 'operation';

export const LIST_PAGE_SIZE = 100;

/** Every page of every list of pieces. */
export const RMA_LISTS = ['rma', 'list'] as const;

/** One list; `asked` are its filters in one text. */
export const listKey = (audience: ListAudience, asked: string) => [...RMA_LISTS, audience, asked] as const;

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

/** The named filters a person has kept for a list. */
export const viewsQuery = (list: ViewList) =>
  queryOptions({
    queryKey: ['views', list],
    queryFn: ({ signal }) => read<SavedView[]>('/views', { list }, { signal, timeout: 'general' }),
    staleTime: MINUTE_MS,
    retry: false,
  });

/** Calls to a customer whose piece waits. */
export const followUpsQuery = (itemId: number) =>
  queryOptions({
    queryKey: ['decisions', 'follow-ups', itemId],
    queryFn: ({ signal }) =>
      read<FollowUpView[]>('/get_after_sale_list', { rma_item_id: itemId }, { signal, timeout: 'general' }),
  });

/** Colleagues who see the piece: whom a remark may be for. */
export const addresseesQuery = (itemId: number) =>
  queryOptions({
    queryKey: ['decisions', 'addressees', itemId],
    queryFn: ({ signal }) =>
      read<AddresseeView[]>('/comment/addressees', { rma_item_id: itemId }, { signal }),
    staleTime: 5 * MINUTE_MS,
  });

/** What the catalogue knows of a SKU. */
export const productQuery = (sku: string) =>
  queryOptions({
    queryKey: ['reference', 'product', sku],
    queryFn: ({ signal }) => read<ProductView>('/getwsproduct', { sku }, { signal }),
    staleTime: 60 * MINUTE_MS,
    retry: false,
  });

export const customerRecordQuery = (id: number) =>
  queryOptions({
    queryKey: ['reference', 'customer', id],
    queryFn: ({ signal }) =>
      read<CustomerRecordView>('/customer/record', { customer_id: id }, { signal, timeout: 'general' }),
  });
