import type { FieldValues } from 'react-hook-form';
import { DateField } from './date-field.tsx';
import { useField, type FormTextProps } from './form-field.tsx';

/** A day of a form, in the language of the screen. */
export function FormDate<Values extends FieldValues>(props: FormTextProps<Values>) {
  const { form, name, required, check, deps, issue, issueFirst: _only, ...own } = props;
  const { field, error } = useField({ form, name, required, check, deps });
  return <DateField {...own} {...field} required={Boolean(required)} error={error ?? issue} />;
}
