import { describe, expect, it } from 'vitest';
import { countPinTry, LONGEST_PIN_LOCK_MS, type PinCount } from './pin-attempts.ts';

const NO_PIN_FAILURES: PinCount = { failures: 0, lockedUntil: null };
const TERMS = { loginFailures: 5, loginLockMs: 60_000 };

/** Lengths of the locks that so many wrong PINs lead to, each tried the moment the lock before it ends. */
function locksOf(tries: number): number[] {
  let [now, count, locks]: [number, PinCount, number[]] = [0, NO_PIN_FAILURES, []];
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const counted = countPinTry(count, now, TERMS);
    expect(counted.admitted).toBe(true);
    count = counted.count;
    if (count.lockedUntil === null) continue;
    locks = [...locks, count.lockedUntil - now];
    now = count.lockedUntil;
  }
  return locks;
}

describe('wrong PINs of a worker', () => {
  it('lock at the limit, and then each one twice as long, up to an hour', () => {
    expect(locksOf(4)).toEqual([]);
    expect(locksOf(9)).toEqual([60_000, 120_000, 240_000, 480_000, 960_000]);
    expect(locksOf(40).at(-1)).toBe(LONGEST_PIN_LOCK_MS);
    expect(locksOf(2_000).at(-1)).toBe(LONGEST_PIN_LOCK_MS);
  });

  it('are not checked and not counted while the lock holds', () => {
    const locked = { failures: 5, lockedUntil: 60_000 };
    expect(countPinTry(locked, 59_999, TERMS)).toEqual({ admitted: false, count: locked });
    expect(countPinTry(locked, 60_000, TERMS)).toMatchObject({ admitted: true, count: { failures: 6 } });
  });

  it('are locked for as long as the configuration says, also when that is longer than an hour', () => {
    const terms = { loginFailures: 1, loginLockMs: 3 * LONGEST_PIN_LOCK_MS };
    expect(countPinTry(NO_PIN_FAILURES, 0, terms).count.lockedUntil).toBe(3 * LONGEST_PIN_LOCK_MS);
  });
});
