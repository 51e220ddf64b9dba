import type { ItemView } from '@atelier/contracts/rma/schema.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { ReasonDialog } from '../../../shared/decisions/reason-dialog.tsx';
import { FormDialog } from '../../../shared/form/form-dialog.tsx';
import { FeeChange } from './decisions/fee-change.tsx';
import { useDone } from './decisions/use-done.ts';

interface ItemDialogProps {
  item: ItemView;
  onClose: () => void;
}

/** The customer agrees to the fee: this amount, so that a changed one is never agreed to by accident. */
export function FeeDialog({ item, onClose }: ItemDialogProps) {
  const { t } = useTranslation('rma');
  const format = useStaffFormat();
  const done = useDone(item, onClose);
  const form = useForm();
  const { repair_fee: amount, repair_fee_ccy: currency } = item;
  const accept = useCommand(
    () => ({ path: '/rma/fee/accept', body: { rma_item_id: item.id, amount, currency } }),
    { onSuccess: () => done(t('feeDialog.done')) },
  );
  return (
    <FormDialog
      form={form}
      title={t('feeDialog.title')}
      size={440}
      testId="fee"
      accept={t('feeDialog.yes')}
      busy={accept.isPending}
      onSubmit={() => accept.mutate()}
      onClose={onClose}
    >
      <FeeChange item={item} />
      <p>{t('feeDialog.body', { amount: format.money(amount, currency) })}</p>
    </FormDialog>
  );
}

/** Cancels at 1 with a reason; the piece stays with the shop until it is handed back. */
export function CancelDialog({ item, onClose }: ItemDialogProps) {
  const { t } = useTranslation('rma');
  const done = useDone(item, onClose);
  const cancel = useCommand(
    (reason: string) => ({
      method: 'PUT',
      path: '/rmastatus',
      body: { id: item.id, rma_status_id: Status.Cancelled, reason },
    }),
    { onSuccess: () => done(t('cancelDialog.done')) },
  );
  return (
    <ReasonDialog
      title={t('cancelDialog.title', { number: item.number })}
      body={<p>{t('cancelDialog.body')}</p>}
      confirmLabel={t('cancelDialog.yes')}
      cancelLabel={t('cancelDialog.no')}
      danger
      busy={cancel.isPending}
      onConfirm={cancel.mutate}
      onClose={onClose}
      testId="cancel"
    />
  );
}
