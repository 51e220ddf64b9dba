// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { type UseFormReturn, FormProvider, useForm } from 'react-hook-form';
import { afterEach, describe, expect, it } from 'vitest';
import { emptyRma, type RmaValues } from './form-values.ts';
import { useFound } from './use-found.ts';

const START = { country: 'FR', dialCode: '33', language: 'fr' };

function openForm(found: boolean | null) {
  const held: { form?: UseFormReturn<RmaValues> } = {};
  const Form = ({ children }: { children: ReactNode }) => {
    held.form = useForm<RmaValues>({ defaultValues: emptyRma(START) });
    // Subscribed, or it is never computed.
    void held.form.formState.isDirty;
    return <FormProvider {...held.form}>{children}</FormProvider>;
  };
  const hook = renderHook((now: boolean | null) => useFound('needs_province', now, 'province'), {
    wrapper: Form,
    initialProps: found,
  });
  const values = () => held.form?.getValues().needs_province;
  return { held, hook, values };
}

describe('what the form finds out automatically', () => {
  afterEach(cleanup);

  it('is where the rules look for it, and does not count as typed', () => {
    const { held, hook, values } = openForm(null);
    expect(values()).toBe(false);
    hook.rerender(true);
    expect(values()).toBe(true);
    expect(held.form?.formState.isDirty).toBe(false);
    hook.rerender(false);
    expect(values()).toBe(false);
  });

  it('is found again when the form starts over', () => {
    const { held, values } = openForm(true);
    act(() => held.form?.reset(emptyRma(START)));
    expect(values()).toBe(true);
  });
});
