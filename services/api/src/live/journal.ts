import type { KeptNotice } from './notices.ts';

/** One record a batch changed, and the topics that concerns. */
export interface JournalEntry {
  readonly kind: 'item' | 'shipment' | 'clearing-run' | KeptNotice;
  readonly id: number;
  /** Topics it stands in after the batch. */
  readonly topics: ReadonlySet<string>;
  /** Topics it left meanwhile. */
  readonly left: ReadonlySet<string>;
}

export interface JournalBatch {
  /** End of the batch in the log. */
  readonly position: number;
  readonly entries: readonly JournalEntry[];
}

/**
 * The last stretch of what was sent, so that a screen that was cut off for a while is sent what it missed. Kept in
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

  /** Forgets everything: what happened up to here cannot be replayed any more. */
  restart(floor: number): void {
    this.#batches = [];
    this.#entries = 0;
    this.#floor = floor;
  }

  /** Whether everything after a position is still known. */
  reaches(position: number): boolean {
    return position >= this.#floor;
  }

  /** What a screen at `position` has missed. */
  since(position: number): readonly JournalBatch[] {
    const start = this.#batches.findIndex((batch) => batch.position > position);
    return start < 0 ? [] : this.#batches.slice(start);
  }

  #dropOldest(): void {
    const oldest = this.#batches.shift();
    if (oldest === undefined) return;
    this.#entries -= oldest.entries.length;
    this.#floor = oldest.position;
  }
}
