/** Runs once, soon; answers how to cancel it. */
export type Schedule = (run: () => void) => () => void;

/**
 * Gathers what arrives and hands it over once per painted frame, so that a package of thirty pieces is one drawing.
 * A hidden window paints no frames; there a timer does the same four times a second.
 */
export class PaintBuffer<T> {
  #held: T[] = [];
  #cancel: (() => void) | null = null;
  readonly #flush: (items: T[]) => void;
  readonly #schedule: Schedule;

  constructor(flush: (items: T[]) => void, schedule: Schedule = withNextPaint) {
    this.#flush = flush;
    this.#schedule = schedule;
  }

  push(item: T): void {
    this.#held.push(item);
    this.#cancel ??= this.#schedule(() => this.drain());
  }

  drain(): void {
    this.#cancel?.();
    this.#cancel = null;
    const items = this.#held;
    this.#held = [];
    if (items.length > 0) this.#flush(items);
  }

  drop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#held = [];
  }
}

const withNextPaint: Schedule = (run) => {
  if (typeof requestAnimationFrame === 'undefined' || document.hidden) {
    const timer = setTimeout(run, 250);
    return () => clearTimeout(timer);
  }
  const frame = requestAnimationFrame(run);
  // A frame asked for just before the window is hidden never comes.
  const timer = setTimeout(run, 300);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
};
