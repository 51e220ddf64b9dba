import { LOAN_LIMITS } from '@atelier/domain/repair/contract.ts';
import { useFormContext, type FieldPath } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField, type TextFieldProps } from '@atelier/ui/controls/text-field.tsx';
import { DateField } from '../../../shared/form/date-field.tsx';
import type { RmaValues } from '../form-values.ts';
import type { FormRules } from '../form-issues.ts';
import { useFieldError } from './form-field.tsx';

interface LoanPartProps {
  index: number;
  rules: () => FormRules;
}

/** What the client is lent while their piece is repaired (product/repair.md §21). */
export function LoanPart({ index, rules }: LoanPartProps) {
  const { t } = useTranslation('loan');
  const { currency, today } = rules();
  return (
    <div className="stack gap-10" data-testid={`items.${index}.loan`}>
      <LoanField
        name={`items.${index}.loan_description`}
        label={t('field.description')}
        maxLength={LOAN_LIMITS.description}
      />
      <div className="form-grid grid at-start">
        <LoanField name={`items.${index}.loan_due`} label={t('field.due')} min={today} isDay />
        <LoanField
          name={`items.${index}.loan_value`}
          label={t('field.value', { currency })}
          inputMode="decimal"
          maxLength={14}
        />
      </div>
      <LoanField name={`items.${index}.loan_code`} label={t('field.code')} maxLength={LOAN_LIMITS.code} />
      <LoanField
        name={`items.${index}.loan_condition`}
        label={t('field.condition')}
        maxLength={LOAN_LIMITS.condition}
      />
    </div>
  );
}

interface LoanFieldProps extends Pick<TextFieldProps, 'label' | 'maxLength' | 'inputMode' | 'min'> {
  name: FieldPath<RmaValues>;
  isDay?: boolean;
}

function LoanField({ name, isDay = false, ...input }: LoanFieldProps) {
  const { register } = useFormContext<RmaValues>();
  const error = useFieldError(name);
  const field = { autoComplete: 'off', ...input, ...register(name), error, testId: name };
  return isDay ? <DateField {...field} /> : <TextField {...field} />;
}
