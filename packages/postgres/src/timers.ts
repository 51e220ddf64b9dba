import { setTimeout as sleepFor } from 'node:timers/promises';

/** Time comes in as data, so that tests own it. */
export interface Clock {
  readonly now: () => Date;
}

/** Waiting comes in from outside, so that a test decides when a pause ends. */
export interface Timers {
  /** Resolves after so many milliseconds, or as soon as the signal is aborted. Never rejects. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

export const realTimers: Timers = {
  sleep: (milliseconds, signal) =>
    sleepFor(milliseconds, undefined, signal && { signal }).catch(() => undefined),
};
