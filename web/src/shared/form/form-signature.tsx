import type { FieldValues } from 'react-hook-form';
import type { Signature } from '../item/signature-ink.ts';
import { SignaturePad } from '../item/signature-pad.tsx';
import { type Bound, useField } from './form-field.tsx';

export function FormSignature<Values extends FieldValues>(props: Bound<Values> & { label: string }) {
  const { form, name, required, label } = props;
  const { field, error } = useField<Values>({ form, name, required });
  return (
    <SignaturePad
      label={label}
      onChange={field.onChange as (signature: Signature | null) => void}
      error={error}
    />
  );
}
