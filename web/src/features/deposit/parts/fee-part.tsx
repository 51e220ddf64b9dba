import { listedSum } from '@atelier/domain/repair/fees/listed.ts';
import { Calculator } from 'lucide-react';
import { useEffect } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { readAmount, useAmountIssue, writeAmount } from '../../../shared/item/amount.ts';
import type { FormRules } from '../form-issues.ts';
import type { RmaValues } from '../form-values.ts';
import { untypedAmount, useListedFees } from '../use-listed-fees.ts';
import { FormRemark, useFieldError } from './form-field.tsx';
import { warrantyOf } from './warranty-of.ts';

/** Keeps the amount at the sum of the listed fees, or at 0 when nothing is due, until another is typed. */
function useProposedAmount(index: number, currency: string, isFree: boolean) {
  const { i18n } = useTranslation(['deposit']);
  const { control, getValues, setValue, formState } = useFormContext<RmaValues>();
  const subs = useWatch({ control, name: `items.${index}.sub_reasons` });
  const listed = listedSum(useListedFees(currency), subs);
  const hasSubReasons = subs.length > 0;
  const take = (amount: number | null) => {
    setValue(`items.${index}.amount_is_own`, false);
    const text = amount === null ? '' : writeAmount(amount, currency, i18n.language);
    setValue(`items.${index}.maintenance_amount`, text, {
      shouldDirty: true,
      shouldValidate: formState.isSubmitted,
    });
  };
  useEffect(() => {
    if (getValues(`items.${index}.amount_is_own`)) return;
    const current = readAmount(getValues(`items.${index}.maintenance_amount`), currency);
    const next = untypedAmount(current, { listed, isFree, hasSubReasons });
    if (current !== next) take(next);
    // Only another sum or warranty proposes again; `take` is the same thing each time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [listed, isFree, hasSubReasons]);
  return { proposed: listed, take };
}

/** What the repair costs, and the wish to have it waived with the remark that needs. */
export function FeePart({ index, rules }: { index: number; rules: () => FormRules }) {
  const { t } = useTranslation(['rma', 'deposit']);
  const { control } = useFormContext<RmaValues>();
  const isWaived = useWatch({ control, name: `items.${index}.is_waived_fee` });
  return (
    <>
      <AmountField index={index} rules={rules} />
      <Controller
        control={control}
        name={`items.${index}.is_waived_fee`}
        render={({ field }) => (
          <Checkbox
            label={t('deposit:field.is_waived_fee')}
            checked={field.value}
            onChange={field.onChange}
            testId={`items.${index}.is_waived_fee`}
          />
        )}
      />
      {isWaived && <FormRemark name={`items.${index}.store_remark`} />}
    </>
  );
}

function AmountField({ index, rules }: { index: number; rules: () => FormRules }) {
  const { t } = useTranslation(['rma', 'deposit']);
  const format = useStaffFormat();
  const { control, register, setValue } = useFormContext<RmaValues>();
  const piece = useWatch({ control, name: `items.${index}` });
  const error = useFieldError(`items.${index}.maintenance_amount`);
  const { currency } = rules();
  const issueOf = useAmountIssue(currency);
  const isFree = warrantyOf(piece, rules())?.inWarranty === true;
  const { proposed, take } = useProposedAmount(index, currency, isFree);
  const isProposed = proposed !== null && readAmount(piece.maintenance_amount, currency) === proposed;
  const source = isProposed ? t('deposit:field.feeListed') : undefined;
  return (
    <div className="form-grid grid at-start">
      <TextField
        {...register(`items.${index}.maintenance_amount`, {
          onChange: () => setValue(`items.${index}.amount_is_own`, true),
        })}
        label={t('deposit:field.maintenance_amount', { currency })}
        required
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        hint={isFree ? t('deposit:field.feeInWarranty') : source}
        error={error === undefined ? undefined : (issueOf(piece.maintenance_amount, error) ?? error)}
        testId={`items.${index}.maintenance_amount`}
      />
      {proposed !== null && !isProposed && (
        <div className="suggestion">
          <Button
            variant="quiet"
            icon={<Calculator size={15} aria-hidden />}
            onClick={() => take(proposed)}
            testId={`items.${index}.fee-suggested`}
          >
            {t('deposit:field.feeSuggested', { amount: format.money(proposed, currency) })}
          </Button>
        </div>
      )}
    </div>
  );
}
