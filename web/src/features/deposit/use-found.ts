import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { RmaValues } from './form-values.ts';

/**
 * Keeps what the form found out where its rules look for it; null while it is not known. It was not typed: it
 * is a default and makes no draft. Starting over empties the form, and finds it again. Found after the form was first
 * sent, what it asks of a field is said there at once.
 */
export function useFound(
  name: 'needs_province' | 'needs_city' | 'delivery_refused',
  found: boolean | null,
  field: 'province' | 'city' | 'delivery',
): void {
  const { control, register, resetField, trigger, formState } = useFormContext<RmaValues>();
  const { isSubmitted } = formState;
  const kept = useWatch({ control, name });
  useEffect(() => {
    if (found === null || found === kept) return;
    // Only a registered field has a default that can be changed.
    register(name);
    resetField(name, { defaultValue: found });
    if (isSubmitted) void trigger(field);
  }, [name, found, kept, field, isSubmitted, register, resetField, trigger]);
}
