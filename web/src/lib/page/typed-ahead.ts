let typed = '';
let stop: (() => void) | undefined;

/**
 * Collects what is typed while a window is still on its way, so that it neither reaches the field behind it nor
 * is lost. Escape gives the window up.
 */
export function collectKeys(onEscape: () => void): void {
  if (stop !== undefined) return;
  typed = '';
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if (/^.$/su.test(event.key)) typed += event.key;
    else if (event.key === 'Escape') onEscape();
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') takeKeys();
  };
  document.addEventListener('keydown', onKey, true);
  stop = () => document.removeEventListener('keydown', onKey, true);
}

/** The window has the focus now: what was typed ahead, once. */
export function takeKeys(): string {
  stop?.();
  stop = undefined;
  const ahead = typed;
  typed = '';
  return ahead;
}
