/**
 * Where the person has been: the elements that had the focus last, the newest at the end. A menu's entry is gone once it
 * opened a window, its button is not; and Safari gives a pressed button no focus, so what is pressed counts as well.
 */
const LONGEST = 12;
const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';
const history: WeakRef<HTMLElement>[] = [];

function note(target: EventTarget | null): void {
  const element = target instanceof Element ? target.closest<HTMLElement>(FOCUSABLE) : null;
  if (element === null || history.at(-1)?.deref() === element) return;
  history.push(new WeakRef(element));
  if (history.length > LONGEST) history.shift();
}

/** Begins to remember; called once, before the first screen is drawn. */
export function followFocus(): void {
  document.addEventListener('focusin', ({ target }) => note(target), true);
  document.addEventListener('pointerdown', ({ target }) => note(target), true);
}

/** What had the focus last among what is still on the page and outside `root`. */
export function lastFocusOutside(root: Element): HTMLElement | undefined {
  return history
    .map((ref) => ref.deref())
    .findLast((element) => element !== undefined && element.isConnected && !root.contains(element));
}
