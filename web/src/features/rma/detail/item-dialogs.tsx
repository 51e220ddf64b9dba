import { PAYMENT_MEANS, PAYMENT_REFERENCE_LENGTH } from '@atelier/domain/repair/contract.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import type { RowResult } from '@atelier/domain/repair/schema.ts';
import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { useCommand } from '../../../lib/api/use-command.ts';
import { notify } from '../../../lib/notices/notify.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { FeeChange } from './decisions/fee-change.tsx';
import { readAmount, writeAmount } from '../../../shared/item/amount.ts';
import { useRefreshItem } from '../../../shared/item/use-refresh-item.ts';
import { Status } from '@atelier/domain/shared/status.ts';

interface ItemDialogProps {
  item: ItemView;
  onClose: () => void;
}

/** The customer agrees to the fee: this amount, so that a changed one is never agreed to by accident. */
export function FeeDialog({ item, onClose }: ItemDialogProps) {
  const { t } = useTranslation(['rma', 'common']);
  const format = useStaffFormat();
  const refresh = useRefreshItem(item);
  const accept = useCommand<Record<string, never>>(
    () => ({
      path: '/rma/fee/accept',
      body: { rma_item_id: item.id, amount: item.repair_fee, currency: item.repair_fee_ccy },
    }),
    {
      onSuccess: () => {
        notify({ tone: 'good', title: t('rma:feeDialog.done') });
        refresh();
        onClose();
      },
    },
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('rma:feeDialog.title')}
      size={440}
      testId="fee-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            variant="primary"
            busy={accept.isPending}
            onClick={() => accept.mutate({})}
            testId="fee-accept"
          >
            {t('rma:feeDialog.yes')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <FeeChange item={item} />
        <p>{t('rma:feeDialog.body', { amount: format.money(item.repair_fee, item.repair_fee_ccy) })}</p>
      </div>
    </Dialog>
  );
}

type Means = (typeof PAYMENT_MEANS)[number];

/** A record of a payment, not a card terminal (product/repair.md §14). */
export function PaymentDialog({ item, onClose }: ItemDialogProps) {
  const { t, i18n } = useTranslation(['rma', 'common']);
  const refresh = useRefreshItem(item);
  const currency = item.repair_fee_ccy;
  const [typed, setTyped] = useState(() => writeAmount(item.repair_fee, currency, i18n.language));
  const [means, setMeans] = useState<Means>('card');
  const [reference, setReference] = useState('');
  const amount = readAmount(typed, currency);
  const isWrong = amount === null || amount <= 0;
  const pay = useCommand<Record<string, never>>(
    () => ({
      path: '/rma/payment',
      body: { rma_item_id: item.id, amount: amount ?? 0, currency, means, reference: reference.trim() },
    }),
    {
      onSuccess: () => {
        notify({ tone: 'good', title: t('rma:payDialog.done') });
        refresh();
        onClose();
      },
    },
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('rma:payDialog.title')}
      size={440}
      testId="payment-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            variant="primary"
            busy={pay.isPending}
            disabled={isWrong}
            onClick={() => pay.mutate({})}
            testId="payment-accept"
          >
            {t('rma:payDialog.yes')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <TextField
          label={t('rma:payDialog.amount', { currency })}
          required
          inputMode="decimal"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={isWrong ? t('rma:payDialog.amountInvalid') : undefined}
          testId="payment-amount"
        />
        <Select
          label={t('rma:payDialog.means')}
          value={means}
          options={PAYMENT_MEANS.map((value) => ({ value, label: t(`rma:payDialog.mean.${value}`) }))}
          onChange={(event) => setMeans(PAYMENT_MEANS.find((one) => one === event.target.value) ?? 'other')}
          testId="payment-means"
        />
        <TextField
          label={t('rma:payDialog.reference')}
          value={reference}
          maxLength={PAYMENT_REFERENCE_LENGTH}
          onChange={(event) => setReference(event.target.value)}
          testId="payment-reference"
        />
      </div>
    </Dialog>
  );
}

/** Cancels at 1 with a reason; the piece stays with the shop until it is handed back. */
export function CancelDialog({ item, onClose }: ItemDialogProps) {
  const { t } = useTranslation('rma');
  const refresh = useRefreshItem(item);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const cancel = useCommand<{ reason: string }, RowResult[]>(
    (input) => ({
      method: 'PUT',
      path: '/rmastatus',
      body: { id: item.id, rma_status_id: Status.Cancelled, reason: input.reason },
    }),
    {
      onSuccess: () => {
        notify({ tone: 'good', title: t('cancelDialog.done') });
        refresh();
        onClose();
      },
    },
  );
  const submit = () => {
    setTried(true);
    if (reason.trim() !== '') cancel.mutate({ reason: reason.trim() });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('cancelDialog.title', { number: item.number })}
      size={460}
      testId="cancel-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('cancelDialog.no')}</Button>
          <Button variant="danger" busy={cancel.isPending} onClick={submit} testId="cancel-accept">
            {t('cancelDialog.yes')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{t('cancelDialog.body')}</p>
        <TextArea
          label={t('terms:field.reason')}
          required
          value={reason}
          maxLength={TEXT_LENGTH.reason}
          onChange={(event) => setReason(event.target.value)}
          error={isTried && reason.trim() === '' ? t('cancelDialog.reasonRequired') : undefined}
          testId="cancel-reason"
        />
      </div>
    </Dialog>
  );
}
