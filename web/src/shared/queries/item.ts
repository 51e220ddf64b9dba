import type { ItemImageView } from '@atelier/contracts/images/schema.ts';
import type { CommentView } from '@atelier/contracts/repair/schema.ts';
import type { HistoryEntry, RmaView } from '@atelier/contracts/rma/schema.ts';
import type { ItemFileView } from '@atelier/contracts/rma/file-schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { type ApiResponse, read } from '../../lib/api/client.ts';

/** The detail's own limit: each part has 60 s from its start (product/rma.md §6). */
export const DETAIL = { timeout: 'general' } as const;

/** The deposit with its contact and every item. */
export const rmaQuery = (rmaId: number) =>
  queryOptions({
    queryKey: ['rma', 'one', rmaId],
    queryFn: ({ signal }) => read<RmaView>(`/rma/${rmaId}`, {}, { signal, ...DETAIL }),
  });

export interface HistoryResponse extends ApiResponse<HistoryEntry[]> {
  /** The archive that the item's events were moved to; then there are no entries. */
  archive?: string;
}

/** Every event of an item, oldest first. */
export const historyQuery = (itemId: number) =>
  queryOptions({
    queryKey: ['rma', 'history', itemId],
    queryFn: ({ signal }): Promise<HistoryResponse> =>
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

/** Pictures of an item in the order in which they came. */
export const imagesQuery = (itemId: number) =>
  queryOptions({
    queryKey: ['rma', 'images', itemId],
    queryFn: ({ signal }) =>
      read<ItemImageView[]>('/rma/images', { rma_item_id: itemId }, { signal, ...DETAIL }),
  });
