import { lazy, Suspense } from 'react';
import { remarkWords } from '@atelier/domain/remark-length.ts';
import { get, useFormContext, useWatch, type FieldPath } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type TextFieldProps, TextArea, TextField } from '@atelier/ui/controls/text-field.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { useRules } from '../../../shared/rules/rules.ts';
import type { RmaValues } from '../form-values.ts';

// The platform's own input stands there until it has come, and without a connection.
const DateField = lazy(() =>
  import('../../../shared/form/date-field.tsx').then(
    (loaded) => ({ default: loaded.DateField }),
    () => ({ default: PlainDate }),
  ),
);
const PlainDate = (props: TextFieldProps) => <TextField type="date" {...props} />;

/** The sentence of a field's error, or undefined. */
export function useFieldError(name: string): string | undefined {
  const { t } = useTranslation(['rma', 'deposit']);
  const { formState } = useFormContext<RmaValues>();
  const error: unknown = get(formState.errors, name);
  const hasCode = typeof error === 'object' && error !== null && 'message' in error;
  return hasCode ? t(`deposit:error.${String(error.message)}`, t('deposit:error.other')) : undefined;
}

export interface FormTextProps extends Omit<TextFieldProps, 'label' | 'name' | 'error' | 'ref'> {
  name: FieldPath<RmaValues>;
  /** Key under `deposit:field`; by default the field's own name. */
  label?: string;
  labelValues?: Record<string, string>;
}

/** A text of the form with its label and its message. */
export function FormText({ name, label, labelValues, ...input }: FormTextProps) {
  const { t } = useTranslation(['rma', 'deposit']);
  const { register } = useFormContext<RmaValues>();
  const error = useFieldError(name);
  const own = name.split('.').at(-1) ?? name;
  return (
    <TextField
      autoComplete="off"
      {...input}
      {...register(name)}
      label={t(`deposit:field.${label ?? own}`, { ...labelValues })}
      error={error}
      testId={input.testId ?? name}
    />
  );
}

/** A day of the form, in the language of the screen. */
export function FormDate({ name, label, labelValues, ...input }: FormTextProps) {
  const { t } = useTranslation(['rma', 'deposit']);
  const { register } = useFormContext<RmaValues>();
  const error = useFieldError(name);
  const own = name.split('.').at(-1) ?? name;
  const words = t(`deposit:field.${label ?? own}`, { ...labelValues });
  const field = { ...input, ...register(name), label: words, error, testId: input.testId ?? name };
  return (
    <Suspense fallback={<TextField type="date" {...field} />}>
      <DateField {...field} />
    </Suspense>
  );
}

export interface FormRemarkProps {
  name: FieldPath<RmaValues>;
  label?: string;
  rows?: number;
  required?: boolean;
}

/** A mandatory remark with its count of words, each Han or kana character one (product/deposit.md §2). */
export function FormRemark({ name, label, rows = 3, required = true }: FormRemarkProps) {
  const { t } = useTranslation(['rma', 'deposit']);
  const format = useStaffFormat();
  const { register, control } = useFormContext<RmaValues>();
  const text: unknown = useWatch({ control, name });
  const error = useFieldError(name);
  const own = name.split('.').at(-1) ?? name;
  const limit = useRules().remarkWords;
  const count = remarkWords(typeof text === 'string' ? text : '');
  return (
    <TextArea
      label={t(`deposit:field.${label ?? own}`)}
      required={required}
      rows={rows}
      className="span-all"
      aside={
        <span className={count > limit ? 'over' : undefined} data-testid={`${name}.words`}>
          {t('remarks.words', { count, limit: format.number(limit) })}
        </span>
      }
      error={error}
      testId={name}
      {...register(name)}
    />
  );
}
