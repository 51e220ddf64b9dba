import type { ItemFileView } from '@atelier/contracts/repair-detail/file-schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { PAYMENT_MEANS } from '@atelier/domain/repair/contract.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { FormReason } from '../../../shared/form/form-field.tsx';
import { writeAmount } from '../../../shared/item/amount.ts';
import {
  PaymentFields,
  paymentBodyOf,
  useAmountCheck,
  type PaymentValues,
} from '../../../shared/handover/payment-fields.tsx';
import { CommandDialog } from '../../../shared/form/command-dialog.tsx';
import { useRefreshItem } from '../../../shared/item/use-refresh-item.ts';

export type PaymentRecord = ItemFileView['payments'][number];

interface CorrectDialogProps {
  item: ItemView;
  record: PaymentRecord;
  onClose: () => void;
}

/** What a payment or refund should have said, with the reason (product/repair.md §14). */
export function CorrectDialog({ item, record, onClose }: CorrectDialogProps) {
  const { t, i18n } = useTranslation('rma');
  const format = useStaffFormat();
  const refresh = useRefreshItem(item);
  const { payment, kind, amount, currency, means, reference, at } = record;
  const form = useForm<PaymentValues>({
    mode: 'onChange',
    defaultValues: {
      typed: writeAmount(amount, currency, i18n.language),
      means: PAYMENT_MEANS.find((known) => known === means) ?? 'other',
      reference,
      reason: '',
    },
  });
  const most = amount + (kind === 'payment' ? item.fee_open : item.fee_to_return);
  const check = useAmountCheck(currency, { least: 0, most });
  const was = {
    amount: format.money(amount, currency),
    means: t(`payDialog.mean.${means}`, means),
    at: format.dateTime(at),
  };
  return (
    <CommandDialog
      form={form}
      title={t('correctDialog.title')}
      size={440}
      testId="correct"
      accept={t('correctDialog.yes')}
      disabled={check(form.watch('typed')) !== undefined}
      call={(given) => ({
        path: '/rma/payment/correct',
        body: { ...paymentBodyOf(item, given), payment, reason: given.reason },
      })}
      done={t('correctDialog.done')}
      onDone={refresh}
      onClose={onClose}
    >
      <p>{t('correctDialog.was', was)}</p>
      <PaymentFields form={form} currency={currency} check={check} hint={t('correctDialog.hint')} />
      <FormReason form={form} name="reason" testId="correct-reason" />
    </CommandDialog>
  );
}
