import { RETENTION_LIMITS } from '@atelier/domain/shared/retention.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { FormSelect, FormText } from '../../../shared/form/form-field.tsx';
import { countriesQuery } from '../../../shared/queries/countries.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import type { TypedSchedule } from './typed-schedule.ts';
import { useRange } from './use-range.ts';

const NEW = { code: '', months: '120' };

/** Countries with a separate term. */
export function CountryTerms({ form }: { form: UseFormReturn<TypedSchedule> }) {
  const { t } = useTranslation('privacy');
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'countries' });
  return (
    <div className="stack">
      {fields.map(({ id }, index) => (
        <CountryTerm key={id} form={form} index={index} onRemove={() => remove(index)} />
      ))}
      <span>
        <Button icon={<Plus size={16} aria-hidden />} onClick={() => append(NEW)} testId="retention-add">
          {t('retention.form.add')}
        </Button>
      </span>
    </div>
  );
}

interface CountryTermProps {
  form: UseFormReturn<TypedSchedule>;
  index: number;
  onRemove: () => void;
}

function CountryTerm({ form, index, onRemove }: CountryTermProps) {
  const { t, i18n } = useTranslation('privacy');
  const { country } = useStaffFormat();
  const months = useRange(RETENTION_LIMITS.months);
  const { data } = useQuery(countriesQuery());
  const options = (data?.data ?? [])
    .map(({ code }) => ({ value: code, label: country(code) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, i18n.language));
  const isTwice = (code: string) =>
    form.getValues('countries').filter((term) => term.code === code).length > 1
      ? t('retention.form.twice')
      : undefined;
  const code = form.watch(`countries.${index}.code`);
  return (
    <div className="retention-term">
      <FormSelect
        form={form}
        name={`countries.${index}.code`}
        label={t('retention.form.country')}
        required={t('retention.form.twice')}
        check={isTwice}
        placeholder=""
        options={options}
        testId={`retention-country-${index}`}
      />
      <FormText
        form={form}
        name={`countries.${index}.months`}
        label={t('retention.form.months')}
        type="number"
        testId={`retention-months-${index}`}
        {...months}
      />
      <Button
        variant="quiet"
        icon={<X size={16} aria-hidden />}
        label={t('retention.form.remove', { country: code === '' ? '' : country(code) })}
        onClick={onRemove}
        testId={`retention-remove-${index}`}
      />
    </div>
  );
}
