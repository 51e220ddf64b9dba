import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { ReasonDialog } from '../../shared/decisions/reason-dialog.tsx';
import { CommandDialog } from '../../shared/form/command-dialog.tsx';
import { FeeChange } from './decisions/fee-change.tsx';
import { useRefreshItem } from '../../shared/item/use-refresh-item.ts';

interface ItemDialogProps {
  item: ItemView;
  onClose: () => void;
}

/** The customer agrees to the fee: this amount, so that a changed one is never agreed to by accident. */
export function FeeDialog({ item, onClose }: ItemDialogProps) {
  const { t } = useTranslation('rma');
  const format = useStaffFormat();
  const { repair_fee: amount, repair_fee_ccy: currency } = item;
  return (
    <CommandDialog
      title={t('feeDialog.title')}
      size={440}
      testId="fee"
      accept={t('feeDialog.yes')}
      call={() => ({ path: '/rma/fee/accept', body: { rma_item_id: item.id, amount, currency } })}
      done={t('feeDialog.done')}
      onDone={useRefreshItem(item)}
      onClose={onClose}
    >
      <FeeChange item={item} />
      <p>{t('feeDialog.body', { amount: format.money(amount, currency) })}</p>
    </CommandDialog>
  );
}

/** Cancels at 1 with a reason; the piece stays with the shop until it is handed back. */
export function CancelDialog({ item, onClose }: ItemDialogProps) {
  const { t } = useTranslation('rma');
  return (
    <ReasonDialog
      title={t('cancelDialog.title', { number: item.number })}
      body={<p>{t('cancelDialog.body')}</p>}
      accept={t('cancelDialog.yes')}
      cancel={t('cancelDialog.no')}
      danger
      call={(reason) => ({
        method: 'PUT',
        path: '/rmastatus',
        body: { id: item.id, rma_status_id: Status.Cancelled, reason },
      })}
      done={t('cancelDialog.done')}
      onDone={useRefreshItem(item)}
      onClose={onClose}
      testId="cancel"
    />
  );
}
