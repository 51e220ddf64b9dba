import { DAY_MS, HOUR_MS } from '../kernel.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** The pause after so many failures in a row; the last one stays. Everything behind a failed delivery waits with it. */
const PAUSES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
] as const;
/** A pause is up to so much shorter or longer: endpoints that failed together do not come back together. */
const JITTER = 0.2;
/** The longest that a receiver may ask us to wait. */
const LONGEST_ASKED_MS = DAY_MS;

/** An endpoint that took nothing for so long, while there was something to take, is switched off. */
export const GIVE_UP_AFTER_MS = 5 * DAY_MS;

/**
 * Milliseconds until the next attempt, after `failures` in a row (1 and on). `random` is from 0 to below 1; `askedMs` is what the
 * receiver asked for by `Retry-After`: it lengthens the pause and never shortens it.
 */
export function retryPauseMs(failures: number, random: number, askedMs: number | null): number {
  const pause = PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1] ?? PAUSES_MS[0];
  const spread = Math.round(pause * (1 - JITTER + 2 * JITTER * random));
  return Math.max(spread, Math.min(askedMs ?? 0, LONGEST_ASKED_MS));
}
