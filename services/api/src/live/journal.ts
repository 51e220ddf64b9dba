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

interface Noted {
  readonly position: number;
  readonly entry: JournalEntry;
}

/**
 * The last stretch of what was sent, so that a screen that was cut off for a while is sent what it missed. Kept in
 * memory, by topic: of thousands of screens that come back at once, none walks over what others missed. A node that does not know
 * says "resync".
 */
export class Journal {
  readonly #limit: number;
  readonly #byTopic = new Map<string, Noted[]>();
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
    for (const entry of batch.entries)
      for (const topic of concerned(entry)) this.#listOf(topic).push({ position: batch.position, entry });
    while (this.#entries > this.#limit) this.#dropOldest();
  }

  /** Forgets everything: what happened up to here cannot be replayed any more. */
  restart(floor: number): void {
    this.#batches = [];
    this.#byTopic.clear();
    this.#entries = 0;
    this.#floor = floor;
  }

  /** Whether everything after a position is still known. */
  reaches(position: number): boolean {
    return position >= this.#floor;
  }

  /** What a screen at `position` has missed of a topic. */
  since(position: number, topic: string): readonly JournalEntry[] {
    const noted = this.#byTopic.get(topic) ?? [];
    const seen = noted.findLastIndex((each) => each.position <= position);
    return noted.slice(seen + 1).map(({ entry }) => entry);
  }

  #listOf(topic: string): Noted[] {
    const list = this.#byTopic.get(topic) ?? [];
    if (list.length === 0) this.#byTopic.set(topic, list);
    return list;
  }

  #dropOldest(): void {
    const oldest = this.#batches.shift();
    if (oldest === undefined) return;
    this.#entries -= oldest.entries.length;
    this.#floor = oldest.position;
    for (const topic of oldest.entries.flatMap((entry) => [...concerned(entry)])) {
      const list = this.#listOf(topic);
      list.shift();
      if (list.length === 0) this.#byTopic.delete(topic);
    }
  }
}

const concerned = ({ topics, left }: JournalEntry): ReadonlySet<string> => topics.union(left);
