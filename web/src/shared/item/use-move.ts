import type { FindingsBody, StatusBody } from '@atelier/contracts/repair/schema.ts';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../lib/api/use-command.ts';

export interface MoveInput {
  readonly itemId: number;
  readonly number: string;
  readonly target: number;
  /** What the server calls the way there; a forward or lateral move needs no word. */
  readonly move?: StatusBody['move'];
  readonly reason?: string;
  readonly outcome?: StatusBody['outcome'];
  readonly findings?: FindingsBody;
}

/** `PUT /rmastatus` for one piece: says where it stands now, or why it stayed. */
export function useMove(onDone?: () => void) {
  const { t } = useTranslation(['piece', 'status']);
  return useCommand(
    ({ itemId, number: _number, target, ...how }: MoveInput) => ({
      method: 'PUT',
      path: '/rmastatus',
      body: { id: itemId, rma_status_id: target, ...how },
    }),
    {
      done: (_answer, { number, target }) => t('move.done', { number, stage: t(`status:name.${target}`) }),
      onSuccess: () => onDone?.(),
    },
  );
}
