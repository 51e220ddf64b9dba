import type { Timers } from './timers.ts';

interface ThrottleOptions {
  readonly run: () => void;
  readonly everyMs: number;
  readonly timers: Timers;
  readonly now: () => number;
}

/** Runs soon, and never twice within `everyMs`: whatever is asked for meanwhile is one run at its end. */
export class Throttle {
  readonly #options: ThrottleOptions;
  #ranAt = -Infinity;
  #cancel: (() => void) | undefined;

  constructor(options: ThrottleOptions) {
    this.#options = options;
  }

  ask(): void {
    if (this.#cancel !== undefined) return;
    const { run, everyMs, timers, now } = this.#options;
    this.#cancel = timers.after(Math.max(0, this.#ranAt + everyMs - now()), () => {
      this.#cancel = undefined;
      this.#ranAt = now();
      run();
    });
  }

  drop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
