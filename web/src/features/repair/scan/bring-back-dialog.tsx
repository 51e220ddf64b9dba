import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { StatusId } from '@atelier/domain/shared/status.ts';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../../shared/decisions/reason-dialog.tsx';
import type { BackMove } from './bring-back.ts';
import { useScansWait } from './piece/use-scans-wait.ts';

interface BringBackDialogProps {
  item: ItemView;
  target: StatusId;
  move: BackMove;
  onDone: () => void;
  onClose: () => void;
}

/** Names the two stages and asks why: the reason stands in the piece's history. */
export function BringBackDialog({ item, target, move, onDone, onClose }: BringBackDialogProps) {
  const { t } = useTranslation(['bench', 'status']);
  const { id, number } = item;
  useScansWait(onClose);
  const stages = {
    from: t(`status:name.${item.rma_status_id}`),
    to: t(`status:name.${target}`),
  };
  return (
    <ReasonDialog
      title={t('bench:back.title', { number })}
      body={<p>{t('bench:back.body', stages)}</p>}
      accept={t('bench:back.offer')}
      call={(reason) => ({
        method: 'PUT',
        path: '/rmastatus',
        body: { id, rma_status_id: target, move, reason },
      })}
      done={t('bench:back.done', { number, stage: stages.to })}
      onDone={onDone}
      onClose={onClose}
      testId="back"
    />
  );
}
