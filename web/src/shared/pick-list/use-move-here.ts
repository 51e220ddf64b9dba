import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../lib/api/use-command.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';

type Piece = Pick<ItemView, 'id' | 'number' | 'tracking_number'>;

/** Takes a piece out of the draft it lies in and puts it where `bind` binds: two commands, the second only after the first. */
export function useMoveHere(bind: (ids: readonly number[]) => Promise<unknown>, onDone: () => void) {
  const { t } = useTranslation('packing');
  const client = useQueryClient();
  const unbind = useCommand(({ id, tracking_number: tracking }: Piece) => ({
    path: '/package/unbind',
    body: { tracking_no: tracking, rma_item_ids: [id] },
  }));
  const move = async (piece: Piece): Promise<void> => {
    const { number, tracking_number: tracking } = piece;
    try {
      await unbind.mutateAsync(piece);
      await bind([piece.id]);
      notify({ tone: 'good', title: t('moved', { number, tracking }) });
      onDone();
    } catch {
      // Both commands say themselves why they were refused.
    }
    void client.invalidateQueries({ queryKey: ['shipping'] });
  };
  return { run: (piece: Piece) => void move(piece), isBusy: unbind.isPending };
}
