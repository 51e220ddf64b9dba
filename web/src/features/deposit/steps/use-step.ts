import { useCallback } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import type { RmaValues } from '../form-values.ts';

/** The three steps of a deposit, in their order. */
export const STEPS = ['client', 'pieces', 'sign'] as const;
export type Step = (typeof STEPS)[number];

const isStep = (text: string | null): text is Step => STEPS.some((step) => step === text);

const OF_PIECES: ReadonlySet<string> = new Set([
  'items',
  'platform_type',
  'fulfilled_date',
  'original_order_id',
  'original_order_number',
]);
export const STEP_AFTER = { client: 'pieces', pieces: 'sign', sign: 'sign' } as const;
export const STEP_BEFORE = { client: 'client', pieces: 'client', sign: 'pieces' } as const;

/** The step that asks for a field of the form. */
export function stepOf(field: string): Step {
  if (field === 'signature') return 'sign';
  return OF_PIECES.has(field) ? 'pieces' : 'client';
}

/** The first step that has a field with a message; undefined when none has. */
export function stepWithErrors({ getFieldState, getValues }: UseFormReturn<RmaValues>): Step | undefined {
  const wrong = new Set(
    (Object.keys(getValues()) as (keyof RmaValues)[])
      .filter((field) => getFieldState(field).invalid)
      .map(stepOf),
  );
  return STEPS.find((step) => wrong.has(step));
}

/** The step in the address (`?step=`), so that a reload and the browser's Back keep it. */
export function useStep() {
  const [params, setParams] = useSearchParams();
  const named = params.get('step');
  const step: Step = isStep(named) ? named : 'client';
  const goTo = useCallback(
    (next: Step) => {
      if (next === step) return;
      setParams((before) => {
        const after = new URLSearchParams(before);
        if (next === 'client') after.delete('step');
        else after.set('step', next);
        return after;
      });
    },
    [step, setParams],
  );
  return { step, goTo };
}
