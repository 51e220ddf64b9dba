import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { remarkWords } from '@atelier/domain/remark-length.ts';
import { useQuery } from '@tanstack/react-query';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../components/ui/button.tsx';
import { Checkbox } from '../../../../components/ui/choice.tsx';
import { TextArea } from '../../../../components/ui/text-field.tsx';
import { useSession, useStaffFormat } from '../../../../lib/session/use-session.ts';
import { writeAmount } from '../../../piece/amount.ts';
import { repairFeesQuery } from '../form-queries.ts';
import type { FormRules } from '../form-schema.ts';
import type { RmaValues } from '../form-values.ts';
import { FormText, useFieldError } from './form-field.tsx';
import { warrantyOf } from './warranty-note.tsx';

/** The fee list's sum for the chosen sub-reasons in the shop's own currency; null where it says nothing. */
function useSuggestedFee(index: number, currency: string): number | null {
  const { control } = useFormContext<RmaValues>();
  const subs = useWatch({ control, name: `items.${index}.sub_reasons` });
  const country = useSession().view.site?.country_code ?? '';
  const fees = useQuery({ ...repairFeesQuery(country), enabled: country !== '' && subs.length > 0 }).data
    ?.data;
  const due = (fees ?? []).filter((fee) => fee.currency === currency && subs.includes(fee.rma_sub_reason_id));
  return due.length === 0 ? null : due.reduce((sum, { fee }) => sum + fee, 0);
}

/** What the repair costs, and the wish to have it waived with the remark that needs. */
export function FeePart({ index, rules }: { index: number; rules: () => FormRules }) {
  const { t, i18n } = useTranslation('rma');
  const format = useStaffFormat();
  const { control, register, setValue } = useFormContext<RmaValues>();
  const piece = useWatch({ control, name: `items.${index}` });
  const { currency } = rules();
  const suggested = useSuggestedFee(index, currency);
  const isFree = warrantyOf(piece, rules())?.inWarranty === true;
  const remarkError = useFieldError(`items.${index}.store_remark`);
  const limit = DEFAULT_POLICY.remarkWords;
  const takeSuggestion = (amount: number) =>
    setValue(`items.${index}.maintenance_amount`, writeAmount(amount, currency, i18n.language), {
      shouldDirty: true,
      shouldValidate: true,
    });
  return (
    <>
      <div className="form-grid">
        <FormText
          name={`items.${index}.maintenance_amount`}
          labelValues={{ currency }}
          required
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          hint={isFree ? t('create.field.feeInWarranty') : undefined}
        />
        {suggested !== null && (
          <div className="suggestion">
            <Button
              variant="quiet"
              onClick={() => takeSuggestion(suggested)}
              testId={`items.${index}.fee-suggested`}
            >
              {t('create.field.feeSuggested', { amount: format.money(suggested, currency) })}
            </Button>
          </div>
        )}
      </div>
      <Controller
        control={control}
        name={`items.${index}.is_waived_fee`}
        render={({ field }) => (
          <Checkbox
            label={t('create.field.is_waived_fee')}
            checked={field.value}
            onChange={field.onChange}
            testId={`items.${index}.is_waived_fee`}
          />
        )}
      />
      {piece.is_waived_fee && (
        <TextArea
          label={t('create.field.store_remark')}
          required
          rows={3}
          aside={
            piece.store_remark !== '' &&
            t('remarks.words', { count: remarkWords(piece.store_remark), limit: format.number(limit) })
          }
          error={remarkError}
          testId={`items.${index}.store_remark`}
          {...register(`items.${index}.store_remark`)}
        />
      )}
    </>
  );
}
