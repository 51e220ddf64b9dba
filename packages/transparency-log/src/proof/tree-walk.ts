import type { Queryable } from '@atelier/postgres/transaction.ts';
import type { FaultList } from './fault-list.ts';
import { parseLeaf, unpackEntries, type Leaf } from './leaf.ts';
import { hashesIn, leafHash, TILE_WIDTH, type TreeHash } from './merkle.ts';

/** One leaf as the tables hold it: the entry, the hash of the entry and the hash in the tile. */
export interface StoredLeaf {
  readonly index: number;
  /** Undefined when the entry is not there or cannot be read. */
  readonly leaf: Leaf | undefined;
  readonly entryHash: TreeHash | undefined;
  readonly tileHash: TreeHash | undefined;
}

interface EntryPart {
  readonly tile: number;
  readonly start: number;
  readonly first: number;
  readonly last: number;
  readonly entries: Buffer;
}

const PAGE = 16;

/**
 * So many leaves by index, some tiles at a time. Where the tables lack one, it comes without entry or hash. Parts that overlap, or hold other
 * positions than they say, are named.
 */
export async function* walkLeaves(
  db: Queryable,
  count: number,
  faults: FaultList,
): AsyncGenerator<readonly StoredLeaf[]> {
  const tiles = Math.ceil(count / TILE_WIDTH);
  for (let from = 0; from < tiles; from += PAGE) {
    const page = await readPage(db, from, Math.min(tiles, from + PAGE), faults);
    yield page.filter(({ index }) => index < count);
  }
}

async function readPage(
  db: Queryable,
  from: number,
  to: number,
  faults: FaultList,
): Promise<readonly StoredLeaf[]> {
  const { rows } = await db.query<EntryPart>(
    'select tile, start, first_position as first, last_position as last, entries from public.log_entry_parts where tile >= $1 and tile < $2 order by tile, start',
    [from, to],
  );
  const entries = new Map<number, Buffer>();
  for (const part of rows) {
    const held = unpackEntries(part.entries);
    checkPart(part, held, faults);
    place(entries, part, held, faults);
  }
  const hashes = await pageHashes(db, from, to, faults);
  const last = Math.max(-1, ...entries.keys(), ...hashes.keys());
  const first = from * TILE_WIDTH;
  return Array.from({ length: last + 1 - first }, (_, offset) => {
    const index = first + offset;
    const entry = entries.get(index);
    return {
      index,
      leaf: entry && parseLeaf(entry.toString('utf8')),
      entryHash: entry && leafHash(entry),
      tileHash: hashes.get(index),
    };
  });
}

interface HashPart {
  readonly tile: number;
  readonly start: number;
  readonly hashes: Buffer;
}

async function pageHashes(
  db: Queryable,
  from: number,
  to: number,
  faults: FaultList,
): Promise<ReadonlyMap<number, TreeHash>> {
  const { rows } = await db.query<HashPart>(
    'select tile, start, hashes from public.log_tile_parts where level = 0 and tile >= $1 and tile < $2 order by tile, start',
    [from, to],
  );
  const found = new Map<number, TreeHash>();
  for (const part of rows) place(found, part, hashesIn(part.hashes), faults);
  return found;
}

/** Puts the values of a part where they belong; a place that is taken, or outside the tile, is a fault. */
function place<T>(
  found: Map<number, T>,
  { tile, start }: Pick<HashPart, 'tile' | 'start'>,
  values: readonly T[],
  faults: FaultList,
): void {
  const first = tile * TILE_WIDTH + start;
  const overlaps =
    start + values.length > TILE_WIDTH || values.some((_, offset) => found.has(first + offset));
  if (overlaps) faults.add({ kind: 'tree', code: 'part_overlaps', facts: { tile, start } });
  for (const [offset, value] of values.entries())
    if (!found.has(first + offset)) found.set(first + offset, value);
}

/** Proofs find an event by the positions that a part is said to hold. */
function checkPart(
  { tile, start, first, last }: EntryPart,
  entries: readonly Buffer[],
  faults: FaultList,
): void {
  const positionOf = (entry: Buffer | undefined) => entry && parseLeaf(entry.toString('utf8'))?.position;
  if (positionOf(entries[0]) === first && positionOf(entries.at(-1)) === last) return;
  faults.add({ kind: 'tree', code: 'part_positions', position: first, facts: { tile, start, first, last } });
}
