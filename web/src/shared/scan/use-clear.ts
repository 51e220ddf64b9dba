import { useCommand } from '../../lib/api/use-command.ts';

export interface ClearInput {
  readonly ids: readonly number[];
  readonly target: number;
}

/** Drops marks that no move has saved: "Clear all", or one piece taken back. */
export function useClear(onCleared: () => void) {
  return useCommand<ClearInput>(({ ids, target }) => ({ path: '/scan/clear', body: { ids, target } }), {
    onSuccess: onCleared,
  });
}
