import { PAYMENT_MEANS, PAYMENT_REFERENCE_LENGTH } from '@atelier/domain/repair/contract.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { FormSelect, FormText } from '../form/form-field.tsx';
import { readAmount, useAmountIssue } from '../item/amount.ts';

/** What a payment, a refund and a correction are typed in with. */
export interface PaymentValues {
  typed: string;
  means: (typeof PAYMENT_MEANS)[number];
  reference: string;
  reason: string;
}

/** The body of each of the three calls. */
export function paymentBodyOf(item: ItemView, { typed, means, reference }: PaymentValues) {
  const { id, repair_fee_ccy: currency } = item;
  return { rma_item_id: id, amount: readAmount(typed, currency) ?? 0, currency, means, reference };
}

interface AmountRange {
  /** Minor units of the piece's currency. */
  least: number;
  most: number;
}

/** Why an amount cannot be taken, in words; undefined where it can. */
export function useAmountCheck(currency: string, { least, most }: AmountRange) {
  const { t } = useTranslation('rma');
  const format = useStaffFormat();
  const issueOf = useAmountIssue(currency);
  return (typed: string): string | undefined => {
    const amount = readAmount(typed, currency);
    if (amount === null) return issueOf(typed, t('payDialog.amountInvalid'));
    if (amount < least) return t('payDialog.amountInvalid');
    return amount > most ? t('payDialog.most', { amount: format.money(most, currency) }) : undefined;
  };
}

interface PaymentFieldsProps {
  form: UseFormReturn<PaymentValues>;
  currency: string;
  check: (typed: string) => string | undefined;
  hint?: string;
}

/** Amount, means and reference. */
export function PaymentFields({ form, currency, check, hint }: PaymentFieldsProps) {
  const { t } = useTranslation('rma');
  return (
    <>
      <FormText
        form={form}
        name="typed"
        label={t('payDialog.amount', { currency })}
        required={t('payDialog.amountInvalid')}
        check={check}
        inputMode="decimal"
        hint={hint}
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
    </>
  );
}
