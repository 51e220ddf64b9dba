import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { askBeforeUnload } from './ask-before-unload.ts';
import { holdFocus } from './hold-focus.ts';
import { watchWork } from './watch-work.ts';

/** Whether closing the window now would lose something; null while it is closed. */
type UnsavedCheck = RefObject<(() => boolean) | null>;

export interface Closing {
  readonly checkRef: UnsavedCheck;
  /** Closes, or asks first. For Esc, the cross and a press beside the window; "Cancel" and a saved form close at once. */
  readonly close: () => void;
  readonly isAsked: boolean;
  readonly keep: () => void;
  readonly discard: () => void;
}

/** How a window is left without losing unsaved work. */
export function useClosing(onClose: () => void): Closing {
  const checkRef: UnsavedCheck = useRef(null);
  const [isAsked, setAsked] = useState(false);
  const keep = () => setAsked(false);
  return {
    checkRef,
    close: () => (checkRef.current?.() === true ? setAsked(true) : onClose()),
    isAsked,
    keep,
    discard: () => {
      keep();
      onClose();
    },
  };
}

/** Rendered inside every window: holds its focus, and with `checkRef` watches what is typed into it. */
export function WindowRules({ checkRef }: { checkRef?: UnsavedCheck | undefined }) {
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const root = windowOf(mark.current);
    return root === null ? undefined : holdFocus(root);
  }, []);
  useEffect(() => {
    const root = windowOf(mark.current);
    if (root === null || checkRef === undefined) return undefined;
    const watch = watchWork(root);
    checkRef.current = watch.isUnsaved;
    const stopAsking = askBeforeUnload(watch.isUnsaved);
    return () => {
      checkRef.current = null;
      stopAsking();
      watch.stop();
    };
  }, [checkRef]);
  return <span ref={mark} hidden />;
}

const windowOf = (mark: Element | null) => mark?.closest<HTMLElement>('.p-dialog, .p-sidebar') ?? null;
