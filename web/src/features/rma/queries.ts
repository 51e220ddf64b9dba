import { MINUTE_MS } from '@atelier/domain/kernel.ts';
import type { ItemView } from '@atelier/contracts/rma/schema.ts';
import type { ViewList } from '@atelier/domain/rma/views/contract.ts';
import { type ApiResponse, type Query, read } from '../../lib/api/client.ts';
import { DETAIL } from '../../shared/queries/item.ts';
import { readQuery } from '../../lib/api/read-query.ts';

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
  return read(path, { ...filters, page, page_size: LIST_PAGE_SIZE }, { signal });
}

/** Whether a till knows its invoice line or its order. */
export const purchaseRecordQuery = (itemId: number) =>
  readQuery(
    ['rma', 'purchase', itemId],
    '/rma/has_puchase_record',
    { rma_item_id: itemId },
    { ...DETAIL, staleTime: 60_000 },
  );

/** Earlier repairs of the same piece. */
export const earlierRepairsQuery = (itemId: number) =>
  readQuery(
    ['rma', 'earlier', itemId],
    '/repair_history/list',
    { rma_item_id: itemId },
    { ...DETAIL, staleTime: 60_000 },
  );

/** The named filters a person has kept for a list. */
export const viewsQuery = (list: ViewList) =>
  readQuery(['views', list], '/views', { list }, { timeout: 'general', staleTime: MINUTE_MS, retry: false });

/** Calls to a customer whose piece waits. */
export const followUpsQuery = (itemId: number) =>
  readQuery(
    ['decisions', 'follow-ups', itemId],
    '/get_after_sale_list',
    { rma_item_id: itemId },
    { timeout: 'general' },
  );

/** Colleagues who see the piece: whom a remark may be for. */
export const addresseesQuery = (itemId: number) =>
  readQuery(
    ['decisions', 'addressees', itemId],
    '/comment/addressees',
    { rma_item_id: itemId },
    { staleTime: 5 * MINUTE_MS },
  );

/** What the catalogue knows of a SKU. */
export const productQuery = (sku: string) =>
  readQuery(
    ['reference', 'product', sku],
    '/getwsproduct',
    { sku },
    { staleTime: 60 * MINUTE_MS, retry: false },
  );

export const customerRecordQuery = (id: number) =>
  readQuery(['reference', 'customer', id], '/customer/record', { customer_id: id }, { timeout: 'general' });
