import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Stack } from '@atelier/ui/layout/stack.tsx';

export interface FormProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  /** Called with the values as they were typed, once every field is in order. */
  onSubmit: (values: Values) => unknown;
  gap?: number;
  className?: string;
  /** It holds what was not typed into a field and is not saved. */
  'data-unsaved'?: boolean;
  children: ReactNode;
}

/** Fields with a button of type `submit`; Enter in a field sends them. */
export function Form<Values extends FieldValues>({ form, onSubmit, gap = 16, ...rest }: FormProps<Values>) {
  const submit = form.handleSubmit(onSubmit);
  return <Stack {...rest} as="form" gap={gap} noValidate onSubmit={(event) => void submit(event)} />;
}
