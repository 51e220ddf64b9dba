/** Values by a time, the earliest first: a binary heap. Those of one time come out in the order in which they went in. */
export class TimeQueue {
  readonly #times: number[] = [];
  readonly #orders: number[] = [];
  readonly #values: number[] = [];
  #count = 0;

  get size(): number {
    return this.#values.length;
  }

  /** The earliest time; `Infinity` of an empty one. */
  get next(): number {
    return this.#times[0] ?? Number.POSITIVE_INFINITY;
  }

  add(time: number, value: number): void {
    let at = this.#values.length;
    const order = (this.#count += 1);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.#isBefore(above, time, order)) break;
      this.#copy(above, at);
      at = above;
    }
    this.#set(at, time, order, value);
  }

  /** Takes the earliest value out. */
  take(): number {
    const taken = this.#values[0] ?? -1;
    const [time, order, value] = [this.#times.pop(), this.#orders.pop(), this.#values.pop()];
    if (this.#values.length > 0 && time !== undefined && order !== undefined && value !== undefined)
      this.#sink(time, order, value);
    return taken;
  }

  #sink(time: number, order: number, value: number): void {
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= this.#values.length) break;
      const right = below + 1;
      if (right < this.#values.length && this.#isBefore(right, this.#timeAt(below), this.#orders[below] ?? 0))
        below = right;
      if (!this.#isBefore(below, time, order)) break;
      this.#copy(below, at);
      at = below;
    }
    this.#set(at, time, order, value);
  }

  #timeAt(at: number): number {
    return this.#times[at] ?? 0;
  }

  #isBefore(at: number, time: number, order: number): boolean {
    const own = this.#timeAt(at);
    return own < time || (own === time && (this.#orders[at] ?? 0) < order);
  }

  #copy(from: number, to: number): void {
    this.#set(to, this.#timeAt(from), this.#orders[from] ?? 0, this.#values[from] ?? 0);
  }

  #set(at: number, time: number, order: number, value: number): void {
    this.#times[at] = time;
    this.#orders[at] = order;
    this.#values[at] = value;
  }
}
