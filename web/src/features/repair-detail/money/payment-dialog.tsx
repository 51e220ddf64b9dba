import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { writeAmount } from '../../../shared/item/amount.ts';
import {
  PaymentFields,
  paymentBodyOf,
  useAmountCheck,
  type PaymentValues,
} from '../../../shared/handover/payment-fields.tsx';
import { CommandDialog } from '../../../shared/form/command-dialog.tsx';
import { useRefreshItem } from '../../../shared/item/use-refresh-item.ts';

/** A record of a payment, not a card terminal (product/repair.md §14): the open amount stands there, and what was paid. */
export function PaymentDialog({ item, onClose }: { item: ItemView; onClose: () => void }) {
  const { t, i18n } = useTranslation('rma');
  const format = useStaffFormat();
  const refresh = useRefreshItem(item);
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
  return (
    <CommandDialog
      form={form}
      title={t('payDialog.title')}
      size={440}
      testId="payment"
      accept={t('payDialog.yes')}
      sendsOnEnter
      disabled={check(form.watch('typed')) !== undefined}
      call={(given) => ({ path: '/rma/payment', body: paymentBodyOf(item, given) })}
      done={t('payDialog.done')}
      onDone={refresh}
      onClose={onClose}
    >
      <p data-testid="payment-so-far">
        {t('payDialog.soFar', { paid: format.money(paid, currency), open: format.money(open, currency) })}
      </p>
      <PaymentFields form={form} currency={currency} check={check} />
    </CommandDialog>
  );
}
