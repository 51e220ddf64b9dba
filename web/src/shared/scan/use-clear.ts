import type { RowResult } from '@atelier/contracts/repair/schema.ts';
import { noticeError } from '../../lib/api/notice-error.ts';
import { rowsOf } from '../../lib/api/row-results.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { takesBack } from './taking-back.ts';

export interface ClearInput {
  readonly ids: readonly number[];
  readonly target: number;
}

/** Drops marks that no move has saved: "Clear all", or one piece taken back. What is refused does not stop the rest. */
export function useClear(onCleared: () => void, onRefused: (rows: readonly RowResult[]) => void) {
  return useCommand(({ ids, target }: ClearInput) => ({ path: '/scan/clear', body: { ids, target } }), {
    ...takesBack,
    quiet: '*',
    onSuccess: onCleared,
    onError: (error) => {
      const rows = rowsOf(error);
      if (rows === null) return noticeError(error);
      onRefused(rows);
      onCleared();
    },
  });
}
