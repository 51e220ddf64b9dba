import type { Queryable } from '@atelier/postgres/transaction.ts';
import { parseLeaf, unpackEntries, type Leaf } from './leaf.ts';
import { HASH_BYTES, TILE_WIDTH, type TreeHash } from './merkle.ts';
import type { TileAddress } from './tile-path.ts';
import type { ReadTile } from './tree-proofs.ts';

/** A head of the log's tree as it was sealed. */
export interface SealedCheckpoint {
  /** How many events, the first of the log. */
  readonly size: number;
  /** Of the last of them; 0 for none. */
  readonly position: number;
  readonly root: TreeHash;
  /** Origin, size and root under the log's signature. */
  readonly note: string;
  readonly sealedAt: Date;
}

const CHECKPOINT = `select size, position, root, note, sealed_at as "sealedAt" from log_checkpoints`;

/** The newest checkpoint; undefined before the first. */
export async function latestCheckpoint(db: Queryable): Promise<SealedCheckpoint | undefined> {
  const { rows } = await db.query<SealedCheckpoint>(`${CHECKPOINT} order by size desc limit 1`);
  return rows[0];
}

export async function checkpointOfSize(db: Queryable, size: number): Promise<SealedCheckpoint | undefined> {
  const { rows } = await db.query<SealedCheckpoint>(`${CHECKPOINT} where size = $1`, [size]);
  return rows[0];
}

/** A tile of the tree as it was when it had so many hashes; shorter when the tree does not hold them. */
export async function readTile(db: Queryable, level: number, { tile, width }: TileAddress): Promise<Buffer> {
  const { rows } = await db.query<{ hashes: Buffer }>(
    'select hashes from log_tile_parts where level = $1 and tile = $2 and start < $3 order by start',
    [level, tile, width],
  );
  return Buffer.concat(rows.map(({ hashes }) => hashes)).subarray(0, width * HASH_BYTES);
}

export const tilesOf =
  (db: Queryable): ReadTile =>
  (level, tile, width) =>
    readTile(db, level, { tile, width });

/** The first entries of a tile of leaves; fewer when the tree does not hold them. */
export async function readEntries(db: Queryable, { tile, width }: TileAddress): Promise<Buffer[]> {
  const { rows } = await db.query<{ entries: Buffer }>(
    'select entries from log_entry_parts where tile = $1 and start < $2 order by start',
    [tile, width],
  );
  return rows.flatMap(({ entries }) => unpackEntries(entries)).slice(0, width);
}

export interface IndexedLeaf {
  readonly index: number;
  /** The bytes that are hashed. */
  readonly text: string;
  readonly leaf: Leaf;
}

/** The leaves of these positions, in their order; positions that are not sealed yet are left out. */
export async function findLeaves(db: Queryable, positions: readonly number[]): Promise<IndexedLeaf[]> {
  type Row = { readonly tile: number; readonly start: number; readonly entries: Buffer };
  const { rows } = await db.query<Row>(
    `select distinct p.tile, p.start, p.entries from unnest($1::bigint[]) asked (position)
      cross join lateral (select * from log_entry_parts found where found.last_position >= asked.position
                           order by found.last_position limit 1) p
      where p.first_position <= asked.position order by p.tile, p.start`,
    [positions],
  );
  const wanted = new Set(positions);
  return rows
    .flatMap(({ tile, start, entries }) => indexLeaves(tile * TILE_WIDTH + start, unpackEntries(entries)))
    .filter(({ leaf }) => wanted.has(leaf.position));
}

function indexLeaves(first: number, entries: readonly Buffer[]): IndexedLeaf[] {
  return entries.flatMap((entry, place) => {
    const text = entry.toString('utf8');
    const leaf = parseLeaf(text);
    return leaf === undefined ? [] : [{ index: first + place, text, leaf }];
  });
}

/** The leaf at an index; undefined when the tree does not hold it. */
export async function findLeafAt(db: Queryable, index: number): Promise<IndexedLeaf | undefined> {
  if (index < 0) return undefined;
  const tile = Math.floor(index / TILE_WIDTH);
  return indexLeaves(tile * TILE_WIDTH, await readEntries(db, { tile, width: TILE_WIDTH })).find(
    (found) => found.index === index,
  );
}

/** Keeps a witness's line for a checkpoint; one that is there stays. */
export async function keepCosignature(
  db: Queryable,
  size: number,
  witness: string,
  line: string,
): Promise<void> {
  await db.query(
    'insert into log_cosignatures (size, witness, line) values ($1, $2, $3) on conflict do nothing',
    [size, witness, line],
  );
}

/** The newest checkpoint that a witness signed; undefined when none did. */
export async function latestCosigned(db: Queryable): Promise<SealedCheckpoint | undefined> {
  const { rows } = await db.query<SealedCheckpoint>(
    `${CHECKPOINT} where size = (select max(size) from log_cosignatures)`,
  );
  return rows[0];
}

/** A checkpoint with the signatures of its witnesses under that of the log. */
export async function cosignedNote(db: Queryable, { size, note }: SealedCheckpoint): Promise<string> {
  const lines = await cosignaturesOf(db, size);
  return note + lines.map((line) => `${line}\n`).join('');
}

/** Public keys that checkpoints were signed with, oldest first. */
export async function logKeys(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ key: string }>(
    'select verifier_key as key from log_keys order by first_used_at',
  );
  return rows.map(({ key }) => key);
}

/** Signature lines of witnesses for the checkpoint of this size. */
async function cosignaturesOf(db: Queryable, size: number): Promise<string[]> {
  const { rows } = await db.query<{ line: string }>(
    'select line from log_cosignatures where size = $1 order by witness',
    [size],
  );
  return rows.map(({ line }) => line);
}
