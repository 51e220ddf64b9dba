import { HOUR_MS } from '../kernel.ts';

/**
 * A lock grows up to this long: a worker locked out by another person can work again within the hour, or with
 * a new PIN at once.
 */
export const LONGEST_PIN_LOCK_MS = HOUR_MS;

/** Wrong PINs in a row for one worker, over all stations. */
export interface PinCount {
  readonly failures: number;
  /** Milliseconds since the epoch; null while tries are left. */
  readonly lockedUntil: number | null;
}

/** The configured limit of a sign-in, and its first lock in milliseconds. */
export interface PinTerms {
  readonly loginFailures: number;
  readonly loginLockMs: number;
}

/** An attempt that was counted, and whether its PIN may be checked. */
export interface PinTry {
  readonly admitted: boolean;
  readonly count: PinCount;
}

/**
 * Counts an attempt as failed before its PIN is checked, so that many at once get no more tries than the limit. Reaching the limit
 * locks; after a lock each further failure locks again, twice as long.
 */
export function countPinTry(
  held: PinCount,
  nowMs: number,
  { loginFailures: most, loginLockMs }: PinTerms,
): PinTry {
  if (held.lockedUntil !== null && held.lockedUntil > nowMs) return { admitted: false, count: held };
  const failures = held.failures + 1;
  if (failures < most) return { admitted: true, count: { failures, lockedUntil: null } };
  const lockMs = Math.min(loginLockMs * 2 ** (failures - most), Math.max(LONGEST_PIN_LOCK_MS, loginLockMs));
  return { admitted: true, count: { failures, lockedUntil: nowMs + lockMs } };
}
