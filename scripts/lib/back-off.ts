const shortestMs = 500;
const longestMs = 30_000;
/** A run that lasted this long was a good one: what comes after it counts again. */
export const steadyMs = 60_000;

/** How long to wait before something that ended is started again: not at all, then half a second, doubled up to 30 s. */
export class BackOff {
  #inARow = 0;

  /** So many ends, each soon after the one before. */
  get inARow(): number {
    return this.#inARow;
  }

  /** `livedMs` is how long the last run lasted. Answers milliseconds. */
  afterEnd(livedMs: number): number {
    this.#inARow = livedMs > steadyMs ? 1 : this.#inARow + 1;
    return this.#inARow === 1 ? 0 : Math.min(shortestMs * 2 ** (this.#inARow - 2), longestMs);
  }
}
