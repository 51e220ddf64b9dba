import { type FieldPath, useFormContext } from 'react-hook-form';
import type { RmaValues } from './form-values.ts';

/** Fills in what a record knows. What was said of these fields is taken back; once sent, the whole form is asked again. */
export function useFill(): (values: Partial<RmaValues>) => void {
  const { setValue, getValues, clearErrors, trigger, formState } = useFormContext<RmaValues>();
  const { isSubmitted } = formState;
  return (values) => {
    const names = Object.keys(values) as FieldPath<RmaValues>[];
    const before = getValues();
    for (const name of names) {
      const value = values[name as keyof RmaValues];
      if (value === before[name as keyof RmaValues]) continue;
      setValue(name, value as never, { shouldDirty: true });
    }
    clearErrors(names);
    if (isSubmitted) void trigger();
  };
}

/** After the next drawing: the field that is to be focused may only come with it. */
export function afterDrawing(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}
