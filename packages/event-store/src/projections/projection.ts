import type { DomainEvent, StoredEvent } from '../types.ts';

/**
 * A read model folded from the log, apart from the append. Every event is folded exactly once: rows and checkpoint
 * move in one transaction.
 */
export interface Projection<Transaction> {
  /** Name of its checkpoint, and what `min_position` waits for. */
  readonly name: string;
  /** The event types it folds; it never sees others. */
  readonly types: readonly string[];
  /** The tables it alone writes; a rebuild makes and swaps all of them. */
  readonly tables: readonly string[];
  /**
   * Given when all its events stand in streams named `<prefix>-<id>`, and the rows are the same in whatever order the
   * streams are folded: a rebuild then folds whole streams, and writes each row once.
   */
  readonly streamPrefix?: string;
  /** Loads what the events of a batch touch, keyed in memory. */
  readonly begin: (trx: Transaction, events: readonly StoredEvent[]) => Promise<Folding>;
  /** How a rebuild folds whole streams, where that is cheaper than `begin`. Needs `streamPrefix`. */
  readonly bulk?: BulkFolding<Transaction>;
}

/** Writes tables in which nothing stands yet of the streams that are folded. */
export interface BulkFolding<Transaction> {
  /** Folds the rows that each belong to one stream; folding a stream again writes the same rows. */
  readonly begin: Projection<Transaction>['begin'];
  /** At last, once: writes the rows that follow from those of all streams. */
  readonly finish: (trx: Transaction) => Promise<void>;
}

/** One batch being folded. */
export interface Folding {
  /**
   * Folds one event in memory. An event already folded (its stream's version is not newer) changes nothing.
   * A throw makes the event poison: its stream is parked, the others go on.
   */
  readonly apply: (event: StoredEvent) => void;
  /** Writes what changed, one multi-row statement per table. */
  readonly save: () => Promise<void>;
}

/** The id in a stream's name: `item-1042` → 1042. Throws on a name without one. */
export function entityIdOf(streamId: string): number {
  const id = Number(streamId.slice(streamId.lastIndexOf('-') + 1));
  if (!Number.isSafeInteger(id) || id <= 0) throw new RangeError(`stream ${streamId} carries no id`);
  return id;
}

/** Tells events of these types apart from all others: `filter` and `if` then know their data. */
export function isOneOf<E extends DomainEvent>(types: readonly E['type'][]) {
  const known: ReadonlySet<string> = new Set(types);
  return (event: StoredEvent): event is StoredEvent & E => known.has(event.type);
}
