export interface Stoppable {
  /** Aborts the work's signal, and waits until it has ended. */
  readonly stop: () => Promise<void>;
}

/** Runs work in the background until it is stopped. What the work rejects with comes out of `stop`. */
export function untilStopped(work: (signal: AbortSignal) => Promise<unknown>): Stoppable {
  const stopping = new AbortController();
  const running = work(stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
