import type { Answer } from '../../lib/api/client.ts';
import { readQuery } from '../../lib/api/read-query.ts';

/** The detail's own limit: each part has 60 s from its start (product/rma.md §6). */
export const DETAIL = { timeout: 'general' } as const;

/** The deposit with its contact and every item. */
export const rmaQuery = (rmaId: number) =>
  readQuery(['rma', 'one', rmaId], `/rma/${rmaId}`, {}, { ...DETAIL });

/** Beside the entries, the archive that the item's events were moved to; then there are none. */
export type HistoryResponse = Answer<'GET', '/rma/history'>;

/** Every event of an item, oldest first. */
export const historyQuery = (itemId: number) =>
  readQuery(['rma', 'history', itemId], '/rma/history', { rma_item_id: itemId }, { ...DETAIL });

/** Both kinds of remarks: 1 store, 2 factory. */
export const commentsQuery = (itemId: number) =>
  readQuery(['repair', 'comments', itemId], '/comments', { id: itemId }, { ...DETAIL });

/** What was said of the piece at its deposit and after, beyond its row. */
export const itemFileQuery = (itemId: number) =>
  readQuery(['rma', 'file', itemId], '/rma/item', { rma_item_id: itemId }, { ...DETAIL });

/** Pictures of an item in the order in which they came. */
export const imagesQuery = (itemId: number) =>
  readQuery(['rma', 'images', itemId], '/rma/images', { rma_item_id: itemId }, { ...DETAIL });

/** Earlier repairs of the same piece. */
export const earlierRepairsQuery = (itemId: number) =>
  readQuery(
    ['rma', 'earlier', itemId],
    '/repair_history/list',
    { rma_item_id: itemId },
    { ...DETAIL, staleTime: 60_000 },
  );
