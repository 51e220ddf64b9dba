import { isDay } from '@atelier/domain/calendar.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { exchangeOffer } from '@atelier/domain/repair/warranty.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Select } from '../../../../components/ui/select.tsx';
import { TextArea } from '../../../../components/ui/text-field.tsx';
import type { FormRules } from '../form-schema.ts';
import { SURVEY_REASONS } from '../form-values.ts';
import type { RmaValues } from '../form-values.ts';
import { useFieldError } from './form-field.tsx';

/** Under six months: why a repair and not an exchange (specification §5). Nothing at all for an older piece. */
export function SurveyPart({ index, rules }: { index: number; rules: () => FormRules }) {
  const { control } = useFormContext<RmaValues>();
  const date = useWatch({ control, name: `items.${index}.purchase_date` });
  const { today } = rules();
  const isAsked = isDay(date) && date <= today && exchangeOffer(date, today, DEFAULT_POLICY).survey;
  return isAsked ? <Survey index={index} /> : null;
}

function Survey({ index }: { index: number }) {
  const { t } = useTranslation('rma');
  const { register } = useFormContext<RmaValues>();
  const reasonError = useFieldError(`items.${index}.survey_reason`);
  const commentError = useFieldError(`items.${index}.survey_comment`);
  return (
    <fieldset className="sub-part" data-testid={`items.${index}.survey`}>
      <legend>{t('create.survey.title')}</legend>
      <p className="small muted">{t('create.survey.lead')}</p>
      <div className="form-grid">
        <Select
          label={t('create.survey.reason')}
          required
          placeholder=""
          options={SURVEY_REASONS.map((value) => ({ value, label: t(`create.survey.${value}`) }))}
          error={reasonError}
          testId={`items.${index}.survey_reason`}
          {...register(`items.${index}.survey_reason`)}
        />
        <TextArea
          label={t('create.survey.comment')}
          required
          rows={2}
          className="span-2"
          error={commentError}
          testId={`items.${index}.survey_comment`}
          {...register(`items.${index}.survey_comment`)}
        />
      </div>
    </fieldset>
  );
}
