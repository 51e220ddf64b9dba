/** Checks that say whether leaving the page now would lose something. */
const checks = new Set<() => boolean>();

function onBeforeUnload(event: BeforeUnloadEvent): void {
  if ([...checks].some((wouldLose) => wouldLose())) event.preventDefault();
}

/**
 * Lets the browser ask before the page is reloaded or closed, while `wouldLose` says so. Returns the function that stops
 * it.
 */
export function askBeforeUnload(wouldLose: () => boolean): () => void {
  // The listener costs the browser's back-and-forward cache: it exists only while a check is registered.
  if (checks.size === 0) globalThis.addEventListener('beforeunload', onBeforeUnload);
  checks.add(wouldLose);
  return () => {
    checks.delete(wouldLose);
    if (checks.size === 0) globalThis.removeEventListener('beforeunload', onBeforeUnload);
  };
}
