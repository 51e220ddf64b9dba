import { lastFocusOutside } from './focus-history.ts';
import { beginningOf, firstInvalid, tabStops } from './window-focus-rules.ts';

/**
 * The one rule of the focus for every dialog and drawer. Opened, the focus is on its first field or main action, also when
 * that is read from the server first; a refused field takes it; closed, it goes back to what opened the window. Returns the
 * function that closes.
 */
export function holdFocus(root: HTMLElement): () => void {
  const opener = lastFocusOutside(root);
  const stops = [begin(root), followRefusals(root), keepTabInside(root)];
  return () => {
    for (const stop of stops) stop();
    // Only then is everything that closes with the window off the page.
    setTimeout(() => giveBack(root, opener), 0);
  };
}

function giveBack(root: HTMLElement, opener: HTMLElement | undefined): void {
  const { activeElement } = document;
  const isLost = activeElement === null || activeElement === document.body || root.contains(activeElement);
  // A window that is only drawn again, or another one that opened meanwhile, keeps the focus.
  if (!isLost || root.isConnected) return;
  const target = opener?.isConnected === true ? opener : lastFocusOutside(root);
  target?.focus({ preventScroll: true });
}

/** Focuses the beginning now, and while there is none as soon as what is being loaded brings one. */
function begin(root: HTMLElement): () => void {
  if (!root.contains(document.activeElement)) {
    root.tabIndex = -1;
    (beginningOf(root) ?? root).focus({ preventScroll: true });
  }
  const observer = new MutationObserver(() => {
    if (document.activeElement !== root && document.activeElement !== document.body) return stop();
    beginningOf(root)?.focus({ preventScroll: true });
  });
  const stop = () => observer.disconnect();
  if (document.activeElement === root) observer.observe(root, { childList: true, subtree: true });
  return stop;
}

/**
 * After a press of a button or Enter, the first field that turns invalid gets the focus, whether page or
 * server refused it.
 */
function followRefusals(root: HTMLElement): () => void {
  let isSent = false;
  const onSend = ({ target }: Event) => {
    if (target instanceof Element && target.closest('button, input[type="submit"]') !== null) isSent = true;
  };
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') isSent = true;
  };
  const onType = () => {
    isSent = false;
  };
  const observer = new MutationObserver(() => {
    // What had the focus was drawn again: the keyboard stays in the window.
    if (document.activeElement === document.body && isOnTop(root)) root.focus({ preventScroll: true });
    const invalid = isSent ? firstInvalid(root) : undefined;
    if (invalid === undefined) return;
    isSent = false;
    invalid.focus();
  });
  observer.observe(root, {
    subtree: true,
    childList: true,
    attributeFilter: ['aria-invalid', 'data-invalid'],
  });
  root.addEventListener('click', onSend, true);
  root.addEventListener('keydown', onKey, true);
  root.addEventListener('input', onType, true);
  return () => {
    observer.disconnect();
    root.removeEventListener('click', onSend, true);
    root.removeEventListener('keydown', onKey, true);
    root.removeEventListener('input', onType, true);
  };
}

const isOnTop = (root: HTMLElement): boolean =>
  [...document.querySelectorAll('.p-dialog, .p-sidebar')].at(-1) === root;

/** Tab walks in a circle. Dialogs do so already, drawers do not. */
function keepTabInside(root: HTMLElement): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || event.defaultPrevented) return;
    const stops = tabStops(root);
    const [first, last] = [stops[0], stops.at(-1)];
    const { activeElement } = document;
    const isLeaving = event.shiftKey
      ? activeElement === first || activeElement === root
      : activeElement === last;
    if (!isLeaving) return;
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  };
  root.addEventListener('keydown', onKey);
  return () => root.removeEventListener('keydown', onKey);
}
