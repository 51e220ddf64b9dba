import { useLayoutEffect } from 'react';
import { useHandler } from '@atelier/ui/hooks/use-handler.ts';

export type NamedKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'Enter' | ' ';

/** What takes these keys itself: fields, lists, and windows over the page. */
const TAKES_ALL =
  'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=listbox], [role=menu], [role=dialog], .p-dialog';
/**
 * What Enter and Space press. `data-keys-through` marks a row of a list, on which both belong to the screen; with `enter`,
 * a choice that Space still makes.
 */
const PRESSED = 'button, a:not(.skip, [aria-current=page]), summary, [role=button], [role=radio]';
const isPress = (key: string): boolean => key === 'Enter' || key === ' ';

function isTaken(target: EventTarget | null, key: string): boolean {
  if (document.querySelector('.p-dialog, [role=dialog]') !== null) return true;
  if (!(target instanceof Element)) return false;
  if (target.closest(TAKES_ALL) !== null) return true;
  if (key === ' ' && target instanceof HTMLInputElement) return true;
  // Space presses no link.
  if (key === ' ' && target instanceof HTMLAnchorElement) return false;
  return isPress(key) && target.closest(PRESSED) !== null && !letsThrough(target, key);
}

function letsThrough(target: Element, key: string): boolean {
  const through = target.closest<HTMLElement>('[data-keys-through]')?.dataset['keysThrough'];
  return through !== undefined && (key === 'Enter' || through !== 'enter');
}

/**
 * Keys of a whole screen that the scanner's listener does not give: arrows, Enter and Space, while nothing that uses them
 * itself has the focus. Letters and digits come through `useWedge`, which knows whether a scan began with them.
 */
export function useNamedKeys(keys: Partial<Record<NamedKey, () => void>>): void {
  const press = useHandler((event: KeyboardEvent) => {
    const run = keys[event.key as NamedKey];
    if (run === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTaken(event.target, event.key)) return;
    event.preventDefault();
    if (!event.repeat || !isPress(event.key)) run();
  });
  // Before the screen is painted: a key pressed as soon as it is seen finds the listener.
  useLayoutEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [press]);
}
