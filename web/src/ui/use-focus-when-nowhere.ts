import type { RefObject } from 'react';
import { useEffect } from 'react';

const isTyping = (element: Element | null): boolean =>
  element?.matches('input, textarea, select, [contenteditable="true"]') === true ||
  element?.closest('.p-dialog, .p-sidebar') != null;

/** Whether a screen may take the focus: no field has it, and no keyboard would cover the screen. */
export const mayTakeFocus = (): boolean =>
  !isTyping(document.activeElement) && !globalThis.matchMedia('(pointer: coarse)').matches;

/** Gives a screen's first field the focus when it appears, unless somebody types already. Not on touch: a keyboard would cover the screen. */
export function useFocusWhenNowhere(field: RefObject<HTMLElement | null>, isWanted = true): void {
  useEffect(() => {
    if (!isWanted || !mayTakeFocus()) return;
    field.current?.focus({ preventScroll: true });
    // Only its first appearance counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
