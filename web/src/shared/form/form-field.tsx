import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import type { ReactNode } from 'react';
import { useController, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import {
  type CheckboxProps,
  type ChoiceOption,
  type RadioGroupProps,
  Checkbox,
  RadioGroup,
} from '@atelier/ui/controls/choice.tsx';
import { type SelectProps, Select } from '@atelier/ui/controls/select.tsx';
import {
  type TextAreaProps,
  type TextFieldProps,
  TextArea,
  TextField,
} from '@atelier/ui/controls/text-field.tsx';

export interface Bound<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  name: FieldPath<Values>;
  /** What is said while the field is empty; it is then marked as required. `true` marks it alone: the form's own rules say it. */
  required?: string | boolean | undefined;
  /** What is wrong with a value, in the reader's words; undefined when nothing is. */
  check?: ((value: string) => string | undefined) | undefined;
  /** A field that is checked again when this one changes. */
  deps?: FieldPath<Values> | undefined;
}

/** The rest of a field's properties: the form knows its value, its error and what to do on a change. */
type Own<Props> = Omit<
  Props,
  'name' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'error' | 'required' | 'ref'
>;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** Binds one field: checked when the form is sent, and from then on with every change. */
export function useField<Values extends FieldValues>({ form, name, required, check, deps }: Bound<Values>) {
  const { field, fieldState } = useController({
    control: form.control,
    name,
    rules: {
      ...(deps !== undefined && { deps }),
      validate: (value: unknown) =>
        (isEmpty(value) && typeof required === 'string' && required) ||
        (check?.(typeof value === 'string' ? value : '') ?? true),
    },
  });
  return { field, error: fieldState.error?.message };
}

export interface FormTextProps<Values extends FieldValues> extends Bound<Values>, Own<TextFieldProps> {
  /** What the server has said about the value, while it stands. */
  issue?: string | undefined;
  /** The issue is newer than any error of the form and replaces it. */
  issueFirst?: boolean | undefined;
}

/** A text that browsers do not offer again unless `autoComplete` says so: many people share a device. */
export function FormText<Values extends FieldValues>(props: FormTextProps<Values>) {
  const { form, name, required, check, deps, issue, issueFirst, ...own } = props;
  const { field, error } = useField({ form, name, required, check, deps });
  const shown = issueFirst === true ? (issue ?? error) : (error ?? issue);
  return <TextField autoComplete="off" {...own} {...field} required={Boolean(required)} error={shown} />;
}

export function FormArea<Values extends FieldValues>(props: Bound<Values> & Own<TextAreaProps>) {
  const { form, name, required, check, deps, ...own } = props;
  const { field, error } = useField({ form, name, required, check, deps });
  return <TextArea {...own} {...field} required={Boolean(required)} error={error} />;
}

export function FormSelect<Values extends FieldValues>(props: Bound<Values> & Own<SelectProps>) {
  const { form, name, required, check, ...own } = props;
  const { field, error } = useField({ form, name, required, check });
  return <Select {...own} {...field} required={Boolean(required)} error={error} />;
}

type RadioProps<Values extends FieldValues, T extends string | number> = Bound<Values> &
  Pick<RadioGroupProps<T>, 'label' | 'look'> & { options: readonly ChoiceOption<T>[] };

export function FormRadio<Values extends FieldValues, T extends string | number>(
  props: RadioProps<Values, T>,
) {
  const { form, name, required, check, ...own } = props;
  const { field, error } = useField({ form, name, required, check });
  return <RadioGroup {...own} value={field.value} onChange={field.onChange} error={error} />;
}

export function FormCheckbox<Values extends FieldValues>(
  props: Bound<Values> & Pick<CheckboxProps, 'label' | 'testId'>,
) {
  const { form, name, ...own } = props;
  const { field } = useField({ form, name });
  return <Checkbox {...own} checked={field.value} onChange={field.onChange} />;
}

interface ReasonProps<Values extends FieldValues> extends Pick<Bound<Values>, 'form' | 'name'> {
  testId: string;
  label?: string;
  hint?: ReactNode;
  maxLength?: number;
  /** Said instead of "Enter the reason." */
  required?: string;
}

/** Why: written down beside one's name, and never left empty. */
export function FormReason<Values extends FieldValues>({
  label,
  required,
  maxLength,
  ...own
}: ReasonProps<Values>) {
  const { t } = useTranslation('common');
  return (
    <FormArea
      {...own}
      maxLength={maxLength ?? TEXT_LENGTH.reason}
      label={label ?? t('terms:field.reason')}
      required={required ?? t('reasonRequired')}
    />
  );
}
