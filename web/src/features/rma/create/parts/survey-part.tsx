import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Select } from '../../../../components/ui/select.tsx';
import type { FormRules } from '../form-schema.ts';
import { SURVEY_REASONS } from '../form-values.ts';
import type { RmaValues } from '../form-values.ts';
import { asksSurvey } from '../survey.ts';
import { FormRemark, useFieldError } from './form-field.tsx';

/** Under six months: why a repair and not an exchange (specification §5). Nothing at all for an older piece. */
export function SurveyPart({ index, rules }: { index: number; rules: () => FormRules }) {
  const { control } = useFormContext<RmaValues>();
  const date = useWatch({ control, name: `items.${index}.purchase_date` });
  return asksSurvey(date, rules().today) ? <Survey index={index} /> : null;
}

function Survey({ index }: { index: number }) {
  const { t } = useTranslation('rma');
  const { register } = useFormContext<RmaValues>();
  const reasonError = useFieldError(`items.${index}.survey_reason`);
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
        <FormRemark name={`items.${index}.survey_comment`} rows={2} />
      </div>
    </fieldset>
  );
}
