import { SURVEY_REASONS } from '@atelier/domain/deposit/contract.ts';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Select } from '@atelier/ui/controls/select.tsx';
import type { RmaValues } from '../form-values.ts';
import { useRules } from '../../../shared/rules/rules.ts';
import { FormRemark, useFieldError } from './form-field.tsx';

/** Why a repair and not an exchange (product/deposit.md §4). */
export function Survey({ index }: { index: number }) {
  const { t } = useTranslation(['rma', 'deposit']);
  const { register } = useFormContext<RmaValues>();
  const { demandExchangeSurvey } = useRules();
  const reasonError = useFieldError(`items.${index}.survey_reason`);
  return (
    <fieldset className="sub-part stack gap-10 rounded" data-testid={`items.${index}.survey`}>
      <legend>{t('deposit:survey.title')}</legend>
      <p className="small muted">{t('deposit:survey.lead')}</p>
      <div className="form-grid grid at-start">
        <Select
          label={t('terms:field.reason')}
          required={demandExchangeSurvey}
          placeholder=""
          options={SURVEY_REASONS.map((value) => ({ value, label: t(`deposit:survey.${value}`) }))}
          error={reasonError}
          testId={`items.${index}.survey_reason`}
          {...register(`items.${index}.survey_reason`)}
        />
        <FormRemark name={`items.${index}.survey_comment`} rows={2} required={demandExchangeSurvey} />
      </div>
    </fieldset>
  );
}
