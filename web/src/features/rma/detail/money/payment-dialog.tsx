import type { ItemView } from '@atelier/contracts/rma/schema.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../../lib/api/use-command.ts';
import { useStaffFormat } from '../../../../lib/session/use-session.ts';
import { FormDialog } from '../../../../shared/form/form-dialog.tsx';
import { writeAmount } from '../../../../shared/item/amount.ts';
import { useDone } from '../decisions/use-done.ts';
import { PaymentFields, paymentBodyOf, useAmountCheck, type PaymentValues } from './payment-fields.tsx';

/** A record of a payment, not a card terminal (product/repair.md §14): the open amount stands there, and what was paid. */
export function PaymentDialog({ item, onClose }: { item: ItemView; onClose: () => void }) {
  const { t, i18n } = useTranslation('rma');
  const format = useStaffFormat();
  const done = useDone(item, onClose);
  const { repair_fee_ccy: currency, fee_open: open, fee_paid_amount: paid } = item;
  const form = useForm<PaymentValues>({
    mode: 'onChange',
    defaultValues: {
      typed: writeAmount(open, currency, i18n.language),
      means: 'card',
      reference: '',
      reason: '',
    },
  });
  const check = useAmountCheck(currency, { least: 1, most: open });
  const pay = useCommand(
    (given: PaymentValues) => ({ path: '/rma/payment', body: paymentBodyOf(item, given) }),
    { onSuccess: () => done(t('payDialog.done')) },
  );
  return (
    <FormDialog
      form={form}
      title={t('payDialog.title')}
      size={440}
      testId="payment"
      accept={t('payDialog.yes')}
      sendsOnEnter
      busy={pay.isPending}
      disabled={check(form.watch('typed')) !== undefined}
      onSubmit={(given) => pay.mutate(given)}
      onClose={onClose}
    >
      <p data-testid="payment-so-far">
        {t('payDialog.soFar', { paid: format.money(paid, currency), open: format.money(open, currency) })}
      </p>
      <PaymentFields form={form} currency={currency} check={check} />
    </FormDialog>
  );
}
