import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { FormReason } from '../form/form-field.tsx';
import { writeAmount } from '../item/amount.ts';
import { PaymentFields, paymentBodyOf, useAmountCheck, type PaymentValues } from './payment-fields.tsx';
import { CommandDialog } from '../form/command-dialog.tsx';
import { useRefreshItem } from '../item/use-refresh-item.ts';

/** Money back to the client: at most what was paid and is not due (product/repair.md §14). */
export function RefundDialog({ item, onClose }: { item: ItemView; onClose: () => void }) {
  const { t, i18n } = useTranslation('rma');
  const format = useStaffFormat();
  const refresh = useRefreshItem(item);
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
  return (
    <CommandDialog
      form={form}
      title={t('refundDialog.title')}
      size={440}
      testId="refund"
      accept={t('refundDialog.yes')}
      disabled={check(form.watch('typed')) !== undefined}
      call={(given) => ({
        path: '/rma/refund',
        body: { ...paymentBodyOf(item, given), reason: given.reason },
      })}
      done={t('refundDialog.done')}
      onDone={refresh}
      onClose={onClose}
    >
      <p>{t('refundDialog.body', { amount: format.money(most, currency) })}</p>
      <PaymentFields form={form} currency={currency} check={check} />
      <FormReason form={form} name="reason" testId="refund-reason" />
    </CommandDialog>
  );
}
