import { hashOfEvent, hexOf, RAW_COLUMNS, readRaw } from '../chain/raw-events.ts';
import type { RawEvent, RawQueryable } from '../chain/raw-events.ts';
import type { FaultList } from './fault-list.ts';
import type { Leaf } from './leaf.ts';

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
  nameIn(faults: FaultList, isSealed: (event: Leaf) => boolean): void {
    const swapped = this.#swaps();
    const named = [
      ...this.#removed.map((leaf) => ({ leaf, kind: 'removed' as const })),
      ...this.#inserted.map((leaf) => ({ leaf, kind: 'inserted' as const })),
      ...this.#changed.map(({ sealed: leaf, stored }) => ({ leaf, kind: 'changed' as const, stored })),
    ].toSorted((a, b) => a.leaf.position - b.leaf.position);
    for (const entry of named) {
      const { position, streamId, version } = entry.leaf;
      const place = { position, streamId, version };
      if (entry.kind === 'removed')
        faults.add({ kind: 'removed', ...place, detail: 'the event was sealed and is gone' });
      else if (entry.kind === 'changed')
        nameChange(faults, { sealed: entry.leaf, stored: entry.stored }, swapped.get(position));
      else if (!isSealed(entry.leaf))
        faults.add({
          kind: 'inserted',
          ...place,
          detail: 'the event lies among sealed ones and was not sealed',
        });
    }
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
  const rows = await readRaw<RawEvent & { readonly before: string | null }>(db, WITH_FORERUNNER, [
    doubtful.map(({ stored }) => stored.position),
  ]);
  const isWhole = ({ before, ...event }: (typeof rows)[number]): boolean =>
    hexOf(event.hash) === hashOfEvent(hexOf(before ?? ''), event);
  const whole = new Set(rows.filter(isWhole).map(({ position }) => Number(position)));
  return changed.filter(({ stored }) => !whole.has(stored.position));
}

const WITH_FORERUNNER = `
  select ${RAW_COLUMNS}, before.hash as before from public.events e
    left join public.events before on before.stream_id = e.stream_id and before.version = e.version - 1
   where e.position = any ($1::bigint[])`;

function nameChange(faults: FaultList, { sealed, stored }: ChangedEvent, other: number | undefined): void {
  const columns = changedColumns(sealed, stored);
  const follows = columns.every((column) => column === 'hash' || column === 'version');
  if (follows && faults.names(sealed.streamId)) return;
  const { position, streamId, version } = sealed;
  const field = columns.join(', ');
  if (other === undefined)
    faults.add({ kind: 'changed', position, streamId, version, field, detail: differenceOf(sealed, stored) });
  else
    faults.add({
      kind: 'swapped',
      position,
      streamId,
      version,
      field,
      detail: `the event stands at position ${other} now`,
    });
}

/** What was and what is, where the leaf holds the value itself. */
function differenceOf(sealed: Leaf, stored: Leaf): string {
  const readable = COLUMNS.slice(0, 5).filter(([, key]) => sealed[key] !== stored[key]);
  const values = readable.map(([name, key]) => `${name} was ${sealed[key]} and is ${stored[key]}`);
  return values.length === 0 ? 'the event is not the one that was sealed' : values.join('; ');
}
