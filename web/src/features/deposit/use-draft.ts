import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { erasuresTaken } from '../../lib/erased/erased.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { forgetSealed, readSealed, writeSealed } from '@atelier/browser-sync/storage/vault.ts';
import { serverNow } from '../../lib/time/server-clock.ts';
import { ownPlace } from './draft-places.ts';
import { emptyPiece, type RmaValues } from './form-values.ts';

const SAVE_AFTER_MS = 300;
/** A draft of a later form than this one is dropped; an earlier one's new fields begin blank. */
const SHAPE = 2;

export interface DepositDraft {
  readonly shape: number;
  /** When it was written, in ms since epoch; missing in drafts of earlier releases. */
  readonly at?: number;
  readonly values: RmaValues;
}

export interface DraftState {
  /** `loading` until the device was asked; the form waits for it. */
  readonly phase: 'loading' | 'fresh' | 'restored';
  readonly clear: () => void;
}

/** Writes a draft to its place; false where the device keeps nothing. */
export const saveDraft = (place: string, values: RmaValues): Promise<boolean> =>
  writeSealed(localStorage, place, { shape: SHAPE, at: serverNow(), values } satisfies DepositDraft);

/** A draft with every field of today's form; null when it is none of ours. */
export function usableDraft(draft: DepositDraft | null, blank: RmaValues): RmaValues | null {
  if (draft === null || draft.shape > SHAPE || draft.values.items.length === 0) return null;
  const items = draft.values.items.map((piece) => ({ ...emptyPiece(), ...piece }));
  return { ...blank, ...draft.values, items };
}

/**
 * Keeps what is typed on the device, encrypted for its person, so that it survives a reload and a sign-out: one draft per tab
 * (product/deposit.md §9).
 */
export function useDraft(form: UseFormReturn<RmaValues>): DraftState {
  const userId = useSession().view.user.id;
  const [name, setName] = useState<string | null>(null);
  const [phase, setPhase] = useState<DraftState['phase']>('loading');
  const { reset, getValues } = form;
  const isCleared = useRef(false);
  const forget = useRef(() => undefined as void);

  useEffect(() => {
    let isGone = false;
    const own = ownPlace(userId);
    Promise.all([own, erasuresTaken()])
      .then(([place]) => readSealed<DepositDraft>(localStorage, place))
      .catch(() => null)
      .then(
        async (draft) => {
          const place = await own;
          if (isGone) return;
          setName(place);
          const values = usableDraft(draft, getValues());
          // The blank form stays the default: what came back is still unsaved work.
          if (values !== null) reset(values, { keepDefaultValues: true });
          setPhase(values === null ? 'fresh' : 'restored');
        },
        () => undefined,
      );
    return () => {
      isGone = true;
    };
  }, [userId, reset, getValues]);

  // Before the form can be typed in: a first word is not missed.
  useLayoutEffect(() => {
    if (name === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let unsaved: RmaValues | null = null;
    const save = () => {
      clearTimeout(timer);
      if (unsaved !== null) void saveDraft(name, unsaved);
      unsaved = null;
    };
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      // The form's own `formState` is that of its last drawing, which a first word has yet to change.
      callback: ({ values, isDirty }) => {
        clearTimeout(timer);
        if (isCleared.current || isDirty !== true) return;
        unsaved = structuredClone(values);
        timer = setTimeout(save, SAVE_AFTER_MS);
      },
    });
    // A sign-out (499) or a hidden window in the middle of a word loses no input.
    document.addEventListener('visibilitychange', save);
    forget.current = () => {
      clearTimeout(timer);
      unsaved = null;
    };
    return () => {
      document.removeEventListener('visibilitychange', save);
      stop();
      save();
    };
  }, [form, name]);

  const clear = useCallback(() => {
    isCleared.current = true;
    forget.current();
    if (name !== null) void forgetSealed(localStorage, name);
    setPhase('fresh');
    queueMicrotask(() => {
      isCleared.current = false;
    });
  }, [name]);
  return { phase, clear };
}
