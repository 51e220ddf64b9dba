import { MINUTE_MS } from '@atelier/domain/kernel.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { ViewList } from '@atelier/domain/repair-list/views/contract.ts';
import { type ApiResponse, type Query, read } from '../../lib/api/client.ts';
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

/** The named filters a person has kept for a list. */
export const viewsQuery = (list: ViewList) =>
  readQuery(['views', list], '/views', { list }, { timeout: 'general', staleTime: MINUTE_MS, retry: false });
