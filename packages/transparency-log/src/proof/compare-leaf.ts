import { hashOfEvent, hexOf, type RawQueryable } from '../chain/raw-events.ts';
import type { FaultList, ProvenValue } from './fault-list.ts';
import { placeOf, type Leaf } from './leaf.ts';
import { eventsInChain } from './prove-values.ts';

/** Columns in the words of the table, and what of a leaf stands for them. */
const COLUMNS: readonly (readonly [string, keyof Leaf])[] = [
  ['stream_id', 'streamId'],
  ['version', 'version'],
  ['type', 'type'],
  ['schema_version', 'schemaVersion'],
  ['recorded_at', 'recordedAt'],
  ['data', 'dataDigest'],
  ['metadata', 'metadataDigest'],
  ['hash', 'hash'],
];

function changedColumns(sealed: Leaf, stored: Leaf): string[] {
  const changed = COLUMNS.filter(([, key]) => sealed[key] !== stored[key]).map(([name]) => name);
  // Both digests are made under the event's id.
  const isIdMaybe = changed.includes('data') && changed.includes('metadata');
  return isIdMaybe ? ['event_id', ...changed] : changed;
}

/** An event beside the leaf that was sealed for it, when they differ. */
export interface ChangedEvent {
  readonly sealed: Leaf;
  readonly stored: Leaf;
}

/** How what was found is named. */
export interface Naming {
  readonly isSealed: (event: Leaf) => boolean;
  /** Values in data and metadata that are proven to have been others. */
  readonly valuesOf: (changed: ChangedEvent, columns: readonly string[]) => Promise<readonly ProvenValue[]>;
}

/** Sealed leaves beside stored events: what is on one side only, and what differs. */
export class LeafComparison {
  readonly #removed: Leaf[] = [];
  readonly #inserted: Leaf[] = [];
  readonly #changed: ChangedEvent[] = [];

  /** Leaves and events of one part of the log, and which of the leaves lack an event that should be there. */
  async add(
    db: RawQueryable,
    sealed: readonly Leaf[],
    stored: readonly Leaf[],
    removed: readonly Leaf[],
  ): Promise<void> {
    const leaves = new Map(sealed.map((leaf) => [leaf.position, leaf]));
    this.#removed.push(...removed);
    const changed: ChangedEvent[] = [];
    for (const event of stored) {
      const leaf = leaves.get(event.position);
      if (leaf === undefined) this.#inserted.push(event);
      else if (changedColumns(leaf, event).length > 0) changed.push({ sealed: leaf, stored: event });
    }
    this.#changed.push(...(await withoutWhole(db, changed)));
  }

  /**
   * Names everything found, by position. Whose stream is named already and who differs by version and hash only follows
   * from it. `isSealed` says of an event without an entry whether the tree holds its hash all the same.
   */
  async nameIn(faults: FaultList, { isSealed, valuesOf }: Naming): Promise<void> {
    const swapped = this.#swaps();
    const named = [
      ...this.#removed.map((leaf) => ({ leaf, code: 'removed' as const })),
      ...this.#inserted.map((leaf) => ({ leaf, code: 'inserted' as const })),
      ...this.#changed.map(({ sealed: leaf, stored }) => ({ leaf, code: 'changed' as const, stored })),
    ].toSorted((a, b) => a.leaf.position - b.leaf.position);
    for (const entry of named)
      if (entry.code === 'changed')
        await nameChange(faults, { sealed: entry.leaf, stored: entry.stored }, swapped, valuesOf);
      else if (entry.code === 'removed' || !isSealed(entry.leaf))
        faults.add({ kind: entry.code, code: `event_${entry.code}`, ...placeOf(entry.leaf) });
  }

  /** The hash that was sealed for the event at a position where it is another now. */
  sealedHashAt(position: number | undefined): string | undefined {
    return this.#changed.find(({ sealed }) => sealed.position === position)?.sealed.hash;
  }

  /** Events that stand in each other's place, by position. */
  #swaps(): ReadonlyMap<number, number> {
    const byHash = new Map(this.#changed.map(({ stored }) => [stored.hash, stored.position]));
    return new Map(
      this.#changed.flatMap(({ sealed }) => {
        const other = byHash.get(sealed.hash);
        return other === undefined || other === sealed.position ? [] : [[sealed.position, other] as const];
      }),
    );
  }
}

const DIGESTS = new Set(['event_id', 'data', 'metadata']);

/**
 * Leaves out events of which only a digest differs while their hash still follows from their columns: another server
 * computes digests in another way, and they only ever name what the hash found.
 */
async function withoutWhole(
  db: RawQueryable,
  changed: readonly ChangedEvent[],
): Promise<readonly ChangedEvent[]> {
  const doubtful = changed.filter(({ sealed, stored }) =>
    changedColumns(sealed, stored).every((column) => DIGESTS.has(column)),
  );
  if (doubtful.length === 0) return changed;
  const rows = await eventsInChain(
    db,
    doubtful.map(({ stored }) => stored.position),
  );
  const whole = new Set(
    rows
      .filter(({ event, previous }) => hexOf(event.hash) === hashOfEvent(previous, event))
      .map(({ event }) => Number(event.position)),
  );
  return changed.filter(({ stored }) => !whole.has(stored.position));
}

async function nameChange(
  faults: FaultList,
  { sealed, stored }: ChangedEvent,
  swapped: ReadonlyMap<number, number>,
  valuesOf: Naming['valuesOf'],
): Promise<void> {
  const columns = changedColumns(sealed, stored);
  const follows = columns.every((column) => column === 'hash' || column === 'version');
  if (follows && faults.names(sealed.streamId)) return;
  const other = swapped.get(sealed.position);
  const found = { ...placeOf(sealed), field: columns.join(', ') };
  if (other !== undefined)
    return faults.add({ kind: 'swapped', code: 'event_swapped', ...found, facts: { other } });
  const values = [...sealedValues(sealed, stored), ...(await valuesOf({ sealed, stored }, columns))];
  faults.add({ kind: 'changed', code: 'event_changed', ...found, values });
}

/** Where the leaf holds the value itself. */
function sealedValues(sealed: Leaf, stored: Leaf): readonly ProvenValue[] {
  const columns = COLUMNS.slice(0, 5).filter(([, key]) => sealed[key] !== stored[key]);
  const own = columns.map(([field, key]) => ({
    field,
    before: shown(key, sealed),
    after: shown(key, stored),
    by: 'seal' as const,
  }));
  if (sealed.to === stored.to) return own;
  return [...own, { field: 'data.to', before: numberOf(sealed.to), after: numberOf(stored.to), by: 'seal' }];
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));

function shown(key: keyof Leaf, leaf: Leaf): string | number | null {
  return key === 'recordedAt' ? new Date(Number(BigInt(leaf.recordedAt) / 1_000n)).toISOString() : leaf[key];
}
