import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { useEffect, useState } from 'react';
import { readSealed, writeSealed } from '@atelier/browser-sync/storage/vault.ts';

interface LoginLock {
  attempts: number;
  /** ms since epoch until which the button stays locked; 0 when it is not. */
  until: number;
}

const FREE: LoginLock = { attempts: 0, until: 0 };
const LOCK = 'atelier.login-lock';

const readLoginLock = async (): Promise<LoginLock> =>
  (await readSealed<LoginLock>(sessionStorage, LOCK).catch(() => null)) ?? FREE;

const writeLoginLock = (lock: LoginLock): Promise<unknown> => writeSealed(sessionStorage, LOCK, lock);

/**
 * One failure more. The server's own word wins over our count: it also knows other windows, and how many failures are
 * configured. Ours counts where it says nothing.
 */
export function afterFailure(
  lock: LoginLock,
  now: number,
  lockedForS: number | undefined,
  attemptsLeft?: number,
): LoginLock {
  const attempts = lock.attempts + 1;
  if (lockedForS !== undefined && lockedForS > 0) return { attempts, until: now + lockedForS * 1000 };
  if (attemptsLeft !== undefined && attemptsLeft > 0) return { attempts, until: 0 };
  return attempts >= DEFAULT_POLICY.loginFailures
    ? { attempts, until: now + DEFAULT_POLICY.loginLockMs }
    : { attempts, until: 0 };
}

/** The counter starts again when the lock has ended (product/identity.md §2). */
export const whenOver = (lock: LoginLock, now: number): LoginLock =>
  lock.until > 0 && lock.until <= now ? FREE : lock;

/** `0:43`: what is left of the lock. */
export function countdown(until: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The lock of this window; it survives a reload, and ticks while it holds. */
export function useLoginLock() {
  const [lock, setLock] = useState<LoginLock>(FREE);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    void readLoginLock().then((stored) => setLock(whenOver(stored, Date.now())));
  }, []);
  const keep = (next: LoginLock) => {
    setLock(next);
    setNow(Date.now());
    void writeLoginLock(next);
  };
  useEffect(() => {
    if (lock.until === 0) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
      const next = whenOver(lock, Date.now());
      if (next !== lock) {
        setLock(next);
        void writeLoginLock(next);
      }
    }, 250);
    return () => clearInterval(timer);
  }, [lock]);
  return {
    locked: lock.until > now,
    left: countdown(lock.until, now),
    fail: (lockedForS?: number, attemptsLeft?: number) =>
      keep(afterFailure(whenOver(lock, Date.now()), Date.now(), lockedForS, attemptsLeft)),
    reset: () => keep(FREE),
  };
}
