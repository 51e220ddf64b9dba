import type { ItemView } from '@atelier/contracts/rma/schema.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../../lib/api/use-command.ts';
import { useStaffFormat } from '../../../../lib/session/use-session.ts';
import { FormDialog } from '../../../../shared/form/form-dialog.tsx';
import { FormReason } from '../../../../shared/form/form-field.tsx';
import { writeAmount } from '../../../../shared/item/amount.ts';
import { useDone } from '../decisions/use-done.ts';
import { PaymentFields, paymentBodyOf, useAmountCheck, type PaymentValues } from './payment-fields.tsx';

/** Money back to the client: at most what was paid and is not due (product/repair.md §14). */
export function RefundDialog({ item, onClose }: { item: ItemView; onClose: () => void }) {
  const { t, i18n } = useTranslation('rma');
  const format = useStaffFormat();
  const done = useDone(item, onClose);
  const { repair_fee_ccy: currency, fee_to_return: most } = item;
  const form = useForm<PaymentValues>({
    mode: 'onChange',
    defaultValues: {
      typed: writeAmount(most, currency, i18n.language),
      means: 'card',
      reference: '',
      reason: '',
    },
  });
  const check = useAmountCheck(currency, { least: 1, most });
  const refund = useCommand(
    (given: PaymentValues) => ({
      path: '/rma/refund',
      body: { ...paymentBodyOf(item, given), reason: given.reason },
    }),
    { onSuccess: () => done(t('refundDialog.done')) },
  );
  return (
    <FormDialog
      form={form}
      title={t('refundDialog.title')}
      size={440}
      testId="refund"
      accept={t('refundDialog.yes')}
      busy={refund.isPending}
      disabled={check(form.watch('typed')) !== undefined}
      onSubmit={(given) => refund.mutate(given)}
      onClose={onClose}
    >
      <p>{t('refundDialog.body', { amount: format.money(most, currency) })}</p>
      <PaymentFields form={form} currency={currency} check={check} />
      <FormReason form={form} name="reason" testId="refund-reason" />
    </FormDialog>
  );
}
