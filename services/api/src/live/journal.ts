/** One record a batch changed, and the topics that concerns. */
export interface JournalEntry {
  readonly kind: 'item' | 'shipment' | 'clearing-run' | 'config' | 'change';
  readonly id: number;
  /** Topics it stands in after the batch. */
  readonly topics: ReadonlySet<string>;
  /** Topics it left on the way. */
  readonly left: ReadonlySet<string>;
}

export interface JournalBatch {
  /** End of the batch in the log. */
  readonly position: number;
  readonly entries: readonly JournalEntry[];
}

/**
 * The last stretch of what was told, so that a screen that was cut off for a while hears what it missed. Kept in
 * memory: a node that does not know says "resync".
 */
export class Journal {
  readonly #limit: number;
  #batches: JournalBatch[] = [];
  #entries = 0;
  #floor: number;

  /** @param floor position up to which nothing is known @param limit entries kept */
  constructor(floor: number, limit: number) {
    this.#floor = floor;
    this.#limit = limit;
  }

  push(batch: JournalBatch): void {
    if (batch.entries.length === 0) return;
    this.#batches.push(batch);
    this.#entries += batch.entries.length;
    while (this.#entries > this.#limit) this.#dropOldest();
  }

  /** Forgets everything: what happened up to here cannot be told any more. */
  restart(floor: number): void {
    this.#batches = [];
    this.#entries = 0;
    this.#floor = floor;
  }

  /** Whether everything after a position is still known. */
  reaches(position: number): boolean {
    return position >= this.#floor;
  }

  /**
   * What a screen at `position` has missed. A cut may fall between the frames of one batch: when the batch that
   * ends exactly there spoke to several of its topics, it is told again.
   */
  since(position: number, topics: ReadonlySet<string>): readonly JournalBatch[] {
    const start = this.#batches.findIndex((batch) => batch.position >= position);
    if (start < 0) return [];
    const found = this.#batches.slice(start);
    const [first, ...rest] = found;
    if (first === undefined || first.position > position) return found;
    return topicsIn(first, topics) > 1 ? found : rest;
  }

  #dropOldest(): void {
    const oldest = this.#batches.shift();
    if (oldest === undefined) return;
    this.#entries -= oldest.entries.length;
    this.#floor = oldest.position;
  }
}

function topicsIn(batch: JournalBatch, topics: ReadonlySet<string>): number {
  const met = new Set<string>();
  for (const entry of batch.entries) {
    for (const topic of [...entry.topics, ...entry.left]) if (topics.has(topic)) met.add(topic);
  }
  return met.size;
}
