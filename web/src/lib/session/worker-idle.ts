import { useEffect, useState } from 'react';

/** product/workforce.md §1: after ten idle minutes the worker's sign-in ends. */
export const WORKER_IDLE_MS = 10 * 60_000;
/** The last minute is counted down where everybody sees it. */
export const WARN_MS = 60_000;
/** How often the server is notified of work here that makes no calls. */
const TELL_MS = 120_000;

const KEY = 'atelier.worker-active';
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Milliseconds until the sign-in ends, never below nothing. */
export const idleLeft = (lastActiveAt: number, now: number): number =>
  Math.max(0, Math.min(WORKER_IDLE_MS, lastActiveAt + WORKER_IDLE_MS - now));

/** `0:43`: what is left, rounded up so that it ends with 0:00. */
export function clockOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** All windows of a station share it: who works in one is not idle in the others. */
const lastSign = (): number => Number(sharedSign() ?? 0);
const sharedSign = (): string | null => localStorage.getItem(KEY);

export interface IdleOptions {
  /** A worker is active, though no call was made for a while. */
  readonly onTell: () => void;
  readonly onIdle: () => void;
}

/** Measures how long this station is idle. Returns the milliseconds left. */
export function useWorkerIdle(workerId: number | null, { onTell, onIdle }: IdleOptions): number {
  const [left, setLeft] = useState(WORKER_IDLE_MS);
  useEffect(() => {
    if (workerId === null) return undefined;
    let toldAt = Date.now();
    let isOver = false;
    const note = () => localStorage.setItem(KEY, String(Date.now()));
    const look = () => {
      const now = Date.now();
      const rest = idleLeft(lastSign(), now);
      setLeft(rest > WARN_MS ? WORKER_IDLE_MS : rest);
      if (rest === 0 && !isOver) {
        isOver = true;
        onIdle();
      } else if (lastSign() > toldAt && now - toldAt > TELL_MS) {
        toldAt = now;
        onTell();
      }
    };
    const sign = () => {
      note();
      look();
    };
    note();
    look();
    const timer = setInterval(look, 1000);
    for (const name of SIGNS) window.addEventListener(name, sign, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      for (const name of SIGNS) window.removeEventListener(name, sign, { capture: true });
    };
  }, [workerId, onTell, onIdle]);
  return left;
}
