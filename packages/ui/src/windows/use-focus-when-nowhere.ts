import { type RefObject, useEffect } from 'react';

const isTyping = (element: Element | null): boolean =>
  element?.matches('input, textarea, select, [contenteditable="true"]') === true ||
  element?.closest('.p-dialog, .p-sidebar') != null;

/** Gives a screen's first field the focus when it appears, unless the user types already. Not on touch: a keyboard would cover the screen. */
export function useFocusWhenNowhere(field: RefObject<HTMLElement | null>, isWanted = true): void {
  useEffect(() => {
    if (!isWanted || isTyping(document.activeElement)) return;
    if (globalThis.matchMedia('(pointer: coarse)').matches) return;
    field.current?.focus({ preventScroll: true });
    // Only its first appearance counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
