import { useCallback, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useSession } from '../../../lib/session/use-session.ts';
import { forgetSealed, readSealed, writeSealed } from '../../../lib/session/vault.ts';
import type { RmaValues } from './form-values.ts';

const SAVE_AFTER_MS = 500;
/** A draft of another shape than today's form is let go of. */
const SHAPE = 1;

interface Draft {
  readonly shape: number;
  readonly values: RmaValues;
}

export interface DraftState {
  /** `loading` until the device was asked; the form waits for it. */
  readonly phase: 'loading' | 'fresh' | 'restored';
  readonly clear: () => void;
}

/** Keeps what is typed on the device, encrypted for its person, so that it survives a reload and a sign-out (product.md §8). */
export function useDraft(form: UseFormReturn<RmaValues>): DraftState {
  const name = `atelier.draft.create-rma.${useSession().view.user.id}`;
  const [phase, setPhase] = useState<DraftState['phase']>('loading');
  const { reset } = form;
  const isCleared = useRef(false);

  useEffect(() => {
    let isGone = false;
    readSealed<Draft>(localStorage, name)
      .catch(() => null)
      .then(
        (draft) => {
          if (isGone) return;
          const isUsable = draft !== null && draft.shape === SHAPE && draft.values.items.length > 0;
          if (isUsable) reset(draft.values);
          setPhase(isUsable ? 'restored' : 'fresh');
        },
        () => undefined,
      );
    return () => {
      isGone = true;
    };
  }, [name, reset]);

  useEffect(() => {
    if (phase === 'loading') return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        clearTimeout(timer);
        if (isCleared.current || !form.formState.isDirty) return;
        timer = setTimeout(
          () => void writeSealed(localStorage, name, { shape: SHAPE, values }),
          SAVE_AFTER_MS,
        );
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [form, name, phase]);

  const clear = useCallback(() => {
    isCleared.current = true;
    void forgetSealed(localStorage, name);
    setPhase('fresh');
    queueMicrotask(() => {
      isCleared.current = false;
    });
  }, [name]);
  return { phase, clear };
}
