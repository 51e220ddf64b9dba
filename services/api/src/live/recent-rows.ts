import type { RowJson } from './topic-frames.ts';

/** The newest rows sent, so that many screens coming back at once do not each have them read again. */
export class RecentRows {
  readonly #limit: number;
  readonly #rows = new Map<number, RowJson>();
  /** Per reading under way: the rows of it that no change of the log has touched since it began. */
  readonly #readings = new Set<Set<number>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(id: number): RowJson | undefined {
    return this.#rows.get(id);
  }

  ids(): Iterable<number> {
    return this.#rows.keys();
  }

  put(row: RowJson): void {
    this.#touch(row.item.id);
    this.#keep(row);
  }

  forget(id: number): void {
    this.#touch(id);
    this.#rows.delete(id);
  }

  clear(): void {
    for (const reading of this.#readings) reading.clear();
    this.#rows.clear();
  }

  /**
   * Reads rows beside the log. Versions decide, not which reading ends last: what was put meanwhile is answered unless
   * the row read is newer, and a row that changed meanwhile is not kept, because it may be older than the change.
   */
  async fill(
    ids: readonly number[],
    read: (ids: readonly number[]) => Promise<readonly RowJson[]>,
  ): Promise<readonly RowJson[]> {
    const untouched = new Set(ids);
    this.#readings.add(untouched);
    try {
      const rows = await read(ids);
      return rows.map((row) => {
        const known = this.#rows.get(row.item.id);
        if (known !== undefined && known.item.version >= row.item.version) return known;
        if (untouched.has(row.item.id)) this.#keep(row);
        return row;
      });
    } finally {
      this.#readings.delete(untouched);
    }
  }

  #touch(id: number): void {
    for (const reading of this.#readings) reading.delete(id);
  }

  #keep(row: RowJson): void {
    const { id } = row.item;
    this.#rows.delete(id);
    this.#rows.set(id, row);
    if (this.#rows.size <= this.#limit) return;
    const oldest = this.#rows.keys().next();
    if (oldest.done !== true) this.#rows.delete(oldest.value);
  }
}
