/** What the live hub waits with; tests that choose the order of events give their own. Times are ms. */
export interface Timers {
  /** A clock that only goes forward. */
  readonly now: () => number;
  /** Runs once after a time; answers how to cancel it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Runs again and again; answers how to end it. */
  readonly every: (ms: number, run: () => void) => () => void;
}

/** Node's own timers. None of them keeps the process alive. */
export const NODE_TIMERS: Timers = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
  every: (ms, run) => {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
};

/** Resolves after a time, or as soon as the signal aborts. */
export function pause({ after }: Timers, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const finish = (): void => {
      cancel();
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = after(ms, finish);
    signal?.addEventListener('abort', finish, { once: true });
  });
}
