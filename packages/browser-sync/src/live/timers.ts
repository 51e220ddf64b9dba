/** What the connection waits with; tests that choose the order of events give their own. Times are ms. */
export interface Timers {
  /** Runs once after a time; answers how to cancel it. */
  after: (ms: number, run: () => void) => () => void;
  /** Runs again and again; answers how to end it. */
  every: (ms: number, run: () => void) => () => void;
}

export const browserTimers: Timers = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  every: (ms, run) => {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
};
