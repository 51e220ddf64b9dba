import { PAYMENT_MEANS, PAYMENT_REFERENCE_LENGTH } from '@atelier/domain/repair/contract.ts';
import type { RowResult } from '@atelier/domain/repair/schema.ts';
import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { ReasonDialog } from '../../../shared/decisions/reason-dialog.tsx';
import { FormDialog } from '../../../shared/form/form-dialog.tsx';
import { FormSelect, FormText } from '../../../shared/form/form-field.tsx';
import { readAmount, writeAmount } from '../../../shared/item/amount.ts';
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
  const accept = useCommand<void>(
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

interface Payment {
  typed: string;
  means: (typeof PAYMENT_MEANS)[number];
  reference: string;
}

/** A record of a payment, not a card terminal (product/repair.md §14). */
export function PaymentDialog({ item, onClose }: ItemDialogProps) {
  const { t, i18n } = useTranslation('rma');
  const done = useDone(item, onClose);
  const currency = item.repair_fee_ccy;
  const form = useForm<Payment>({
    mode: 'onChange',
    defaultValues: {
      typed: writeAmount(item.repair_fee, currency, i18n.language),
      means: 'card',
      reference: '',
    },
  });
  const amountOf = (typed: string) => readAmount(typed, currency) ?? 0;
  const pay = useCommand<Payment>(
    ({ typed, ...how }) => ({
      path: '/rma/payment',
      body: { rma_item_id: item.id, amount: amountOf(typed), currency, ...how },
    }),
    { onSuccess: () => done(t('payDialog.done')) },
  );
  return (
    <FormDialog
      form={form}
      title={t('payDialog.title')}
      size={440}
      testId="payment"
      accept={t('payDialog.yes')}
      busy={pay.isPending}
      disabled={amountOf(form.watch('typed')) <= 0}
      onSubmit={(given) => pay.mutate(given)}
      onClose={onClose}
    >
      <FormText
        form={form}
        name="typed"
        label={t('payDialog.amount', { currency })}
        required={t('payDialog.amountInvalid')}
        check={(typed) => (amountOf(typed) <= 0 ? t('payDialog.amountInvalid') : undefined)}
        inputMode="decimal"
        testId="payment-amount"
      />
      <FormSelect
        form={form}
        name="means"
        label={t('payDialog.means')}
        options={PAYMENT_MEANS.map((value) => ({ value, label: t(`payDialog.mean.${value}`) }))}
        testId="payment-means"
      />
      <FormText
        form={form}
        name="reference"
        label={t('payDialog.reference')}
        maxLength={PAYMENT_REFERENCE_LENGTH}
        testId="payment-reference"
      />
    </FormDialog>
  );
}

/** Cancels at 1 with a reason; the piece stays with the shop until it is handed back. */
export function CancelDialog({ item, onClose }: ItemDialogProps) {
  const { t } = useTranslation('rma');
  const done = useDone(item, onClose);
  const cancel = useCommand<string, RowResult[]>(
    (reason) => ({
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
