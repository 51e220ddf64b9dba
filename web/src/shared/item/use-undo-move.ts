import type { HistoryEntry, ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { SEND_STATUSES } from '@atelier/domain/shared/status.ts';
import { useQueryClient } from '@tanstack/react-query';
import { noticeError } from '../../lib/api/notice-error.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { historyQuery } from '../queries/item.ts';

/** Where the last move came from: the timeline knows; the server checks it against the stream. */
function cameFrom(history: readonly HistoryEntry[], status: number): number {
  const last = history.findLast((entry) => entry.type === 'ItemStatusChanged' && entry.to_status === status);
  return last?.from_status ?? status;
}

/** Whether this person may still take the last move of a piece back; a whole package is undone elsewhere. */
export const mayUndo = (
  item: Pick<ItemView, 'undo' | 'rma_status_id'>,
  userId: number,
  now: number,
): boolean =>
  item.undo !== null &&
  item.undo.by === userId &&
  Date.parse(item.undo.until) > now &&
  !SEND_STATUSES.some((status) => status === item.rma_status_id);

/** Takes the person's own last move back, within the ten minutes the server allows. */
export function useUndoMove(words: { readonly reason: string; readonly done: string }) {
  const client = useQueryClient();
  const undo = useCommand(
    ({ id, back }: { id: number; back: number }) => ({
      method: 'PUT',
      path: '/rmastatus',
      body: { id, rma_status_id: back, move: 'undo', reason: words.reason },
    }),
    { done: words.done },
  );
  const mutate = ({ id, rma_status_id: status }: Pick<ItemView, 'id' | 'rma_status_id'>) =>
    void client
      .fetchQuery(historyQuery(id))
      .then(({ data }) => undo.mutate({ id, back: cameFrom(data, status) }), noticeError);
  return { mutate, isPending: undo.isPending };
}
