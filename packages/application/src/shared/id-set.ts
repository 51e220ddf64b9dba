const PAGE = 65_536;

/** A set of ids at a bit each: what a file mentions is remembered without its growing memory being felt. */
export class IdSet {
  readonly #pages = new Map<number, Uint32Array>();

  add(id: number): void {
    const at = Math.floor(id / PAGE);
    const page = this.#pages.get(at) ?? new Uint32Array(PAGE / 32);
    this.#pages.set(at, page);
    const bit = id % PAGE;
    page[bit >> 5] = (page[bit >> 5] ?? 0) | (1 << (bit & 31));
  }

  has(id: number): boolean {
    const bit = id % PAGE;
    return ((this.#pages.get(Math.floor(id / PAGE))?.[bit >> 5] ?? 0) & (1 << (bit & 31))) !== 0;
  }

  /** The ids in ascending order, so many at once. */
  *inStretches(most: number): Generator<readonly number[]> {
    let stretch: number[] = [];
    for (const at of [...this.#pages.keys()].toSorted((a, b) => a - b)) {
      for (let bit = 0; bit < PAGE; bit += 1) {
        if (!this.has(at * PAGE + bit)) continue;
        stretch.push(at * PAGE + bit);
        if (stretch.length < most) continue;
        yield stretch;
        stretch = [];
      }
    }
    if (stretch.length > 0) yield stretch;
  }
}
