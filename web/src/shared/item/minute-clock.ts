import { useSyncExternalStore } from 'react';
import { screenNow } from '../../lib/time/screen-clock.ts';

const STEP_MS = 15_000;
const listeners = new Set<() => void>();
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = screenNow();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) timer = setInterval(tick, STEP_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function current(): number {
  // The clock does not tick without listeners: a reader then sets it, in steps as well, so that two reads agree.
  if (timer === undefined && Math.abs(screenNow() - now) > STEP_MS) now = screenNow();
  return now;
}

/** The server's time in steps of 15 s: one timer for all ages on a page, so that hundreds of badges cost one. */
export const useAgeClock = (): number => useSyncExternalStore(subscribe, current);
