import type { HistoryEntry, ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { noticeError } from '../../lib/api/notice-error.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { historyQuery } from '../../shared/queries/item.ts';

/** Where the last move came from: the timeline knows; the server checks it against the stream. */
function cameFrom(history: readonly HistoryEntry[], status: number): number {
  const last = history.findLast((entry) => entry.type === 'ItemStatusChanged' && entry.to_status === status);
  return last?.from_status ?? status;
}

/** Takes the person's own last move back, within the ten minutes the server allows. */
export function useUndoMove(item: ItemView) {
  const { t } = useTranslation('rma');
  const client = useQueryClient();
  const undo = useCommand(
    (back: number) => ({
      method: 'PUT',
      path: '/rmastatus',
      body: { id: item.id, rma_status_id: back, move: 'undo', reason: t('undoReason') },
    }),
    { done: t('undone') },
  );
  const mutate = () =>
    void client
      .fetchQuery(historyQuery(item.id))
      .then(({ data }) => undo.mutate(cameFrom(data, item.rma_status_id)), noticeError);
  return { mutate, isPending: undo.isPending };
}
