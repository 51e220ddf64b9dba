import { emailText } from '../contract/codes.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel.ts';

/**
 * An account tried from many addresses at once is locked as a whole, later and just as shortly, so that guessing
 * from everywhere is slow while one shop's typing errors never lock out another.
 */
export const MAX_FAILURES_EVERYWHERE = 50;

/**
 * Failures at one address of accounts that never signed in there, until all such accounts have to wait (docs/decisions/0082).
 * The count is forgotten when the address was quiet for as long as the wait.
 */
export const MAX_UNKNOWN_FAILURES = 30;
export const UNKNOWN_WAIT_MS = 15 * MINUTE_MS;
/** How long after a sign-in its address counts as known for the account. */
export const KNOWN_ADDRESS_MS = 90 * DAY_MS;

/** Session life (product/identity.md §4). */
export const IDLE_MS = 30 * MINUTE_MS;
export const WORKER_IDLE_MS = 10 * MINUTE_MS;
export const ABSOLUTE_MS = 12 * HOUR_MS;

/** How long a sign-in waits for the code of a second factor, and how many recovery codes an enrolment gives. */
export const SECOND_STEP_MS = 5 * MINUTE_MS;
export const RECOVERY_CODES = 10;
/** Seconds of one code, and how many codes before and after the present one are taken, for clocks that differ. */
export const TOTP_TERMS = { period: 30, window: 1, digits: 6 } as const;

/** One-time ticket of a live connection (docs/live-protocol.md). */
export const TICKET_LIFE_MS = 30_000;

/** Addresses are compared without case and outer blanks; everything else about them counts. */
export function normaliseEmail(text: string): string {
  return emailText(text).toLowerCase();
}

/** Whole seconds left of a lock, never 0 while it holds: the countdown on the button. */
export function lockSeconds(lockedUntilMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((lockedUntilMs - nowMs) / 1000));
}
