import type { Queryable } from '../projections/projection-database.ts';
import { parseLeaf, unpackEntries } from './leaf.ts';
import type { Leaf } from './leaf.ts';
import { hashesIn, leafHash, TILE_WIDTH } from './merkle.ts';
import type { TreeHash } from './merkle.ts';

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
  readonly entries: Buffer;
}

const PAGE = 16;

/** So many leaves by index, some tiles at a time. Where the tables lack one, it comes without entry or hash. */
export async function* walkLeaves(db: Queryable, count: number): AsyncGenerator<readonly StoredLeaf[]> {
  const tiles = Math.ceil(count / TILE_WIDTH);
  for (let from = 0; from < tiles; from += PAGE) {
    const page = await readPage(db, from, Math.min(tiles, from + PAGE));
    yield page.filter(({ index }) => index < count);
  }
}

async function readPage(db: Queryable, from: number, to: number): Promise<readonly StoredLeaf[]> {
  const { rows } = await db.query<EntryPart>(
    'select tile, start, entries from log_entry_parts where tile >= $1 and tile < $2 order by tile, start',
    [from, to],
  );
  const entries = new Map<number, Buffer>();
  for (const part of rows)
    for (const [place, entry] of unpackEntries(part.entries).entries())
      entries.set(part.tile * TILE_WIDTH + part.start + place, entry);
  const hashes = await pageHashes(db, from, to);
  const last = Math.max(-1, ...entries.keys(), ...hashes.keys());
  const first = from * TILE_WIDTH;
  return Array.from({ length: last + 1 - first }, (_, place) => {
    const index = first + place;
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

async function pageHashes(db: Queryable, from: number, to: number): Promise<ReadonlyMap<number, TreeHash>> {
  const { rows } = await db.query<HashPart>(
    'select tile, start, hashes from log_tile_parts where level = 0 and tile >= $1 and tile < $2 order by tile, start',
    [from, to],
  );
  return new Map(
    rows.flatMap(({ tile, start, hashes }) =>
      hashesIn(hashes).map((hash, place) => [tile * TILE_WIDTH + start + place, hash] as const),
    ),
  );
}
