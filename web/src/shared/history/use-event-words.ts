import type { HistoryEntry } from '@atelier/contracts/repair-detail/schema.ts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

const MOVE_WORDS: Record<string, string> = {
  rework: 'rework',
  recall: 'rework',
  undo: 'undo',
  'undo-administrative': 'undo',
  administrative: 'administrative',
  override: 'override',
};

/** The sentence of a piece's event: for a move the stage it led to, else the event's own; '' where it has none. */
export function useEventWords(): (entry: Pick<HistoryEntry, 'type' | 'to_status' | 'move'>) => string {
  const { t } = useTranslation(['history', 'status', 'values']);
  return useCallback(
    ({ type, to_status: status, move }) => {
      if (type === 'ItemStatusChanged' && status !== null)
        return t(`history:event.${MOVE_WORDS[move ?? ''] ?? 'status'}`, {
          stage: t(`status:name.${status}`),
        });
      return t(`history:event.${type}`, '');
    },
    [t],
  );
}
