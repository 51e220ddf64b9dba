import type { Pool } from 'pg';
import { inTransaction, type Queryable } from '@atelier/postgres/transaction.ts';
import { signCheckpoint } from './checkpoint.ts';
import { GrowingTree } from './growing-tree.ts';
import { LEAF_BYTES } from './leaf.ts';
import { hashesIn, leafHash, TILE_WIDTH, type TreeHash, type TreeHead } from './merkle.ts';
import { formatVerifierKey, type SignerKey } from './signed-note.ts';
import { rangeHash } from './tree-proofs.ts';
import { findLeafAt, latestCheckpoint, readTile, tilesOf, type SealedCheckpoint } from './tree-tables.ts';

/**
 * Why a tree is not continued: it ends before a head that this node signed, is another one, contradicts itself, or events that are not sealed lie
 * in an archive.
 */
export type RefusalReason = 'rolled_back' | 'rewritten' | 'contradicts' | 'archived';

/** The tree cannot be continued: it is not what was signed. Nothing was signed. */
export class SealRefused extends Error {
  readonly code = 'seal_refused';
  readonly reason: RefusalReason;

  constructor(message: string, reason: RefusalReason = 'contradicts') {
    super(message);
    this.name = 'SealRefused';
    this.reason = reason;
  }
}

export interface SealOptions {
  /** Its name is the log's origin. */
  readonly signer: SignerKey;
  /** The head that this node signed last, kept outside the database. */
  readonly remembered?: TreeHead | undefined;
  /** Events of one checkpoint at most. */
  readonly most?: number;
}

export type SealResult =
  /** Another node is at it. */
  | { readonly state: 'busy' }
  /** Nothing new lies below the horizon. */
  | { readonly state: 'unchanged'; readonly latest: SealedCheckpoint | undefined }
  | {
      readonly state: 'sealed';
      readonly latest: SealedCheckpoint;
      readonly events: number;
      readonly isWhole: boolean;
    };

const MOST = 25_600;
// Any fixed number: one node seals at a time.
const LOCK = 4_715_153;

/**
 * Adds the events between the last checkpoint and the horizon to the tree and signs its new head, all in one transaction.
 * @param pool sessions of role `atelier_projector`
 * @throws SealRefused when the tables do not hold what the newest checkpoint signed, or what this node did
 */
export function sealLog(pool: Pool, options: SealOptions): Promise<SealResult> {
  return inTransaction(pool, (client) => sealIn(client, options));
}

/** The same in a transaction that is open already. */
export async function sealIn(
  client: Queryable,
  { signer, remembered, most = MOST }: SealOptions,
): Promise<SealResult> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_xact_lock($1) as held', [
    LOCK,
  ]);
  if (rows[0]?.held !== true) return { state: 'busy' };
  const latest = await latestCheckpoint(client);
  if (remembered !== undefined) await refuseAnother(client, latest, remembered);
  const after = latest === undefined ? 0 : await lastSealed(client, latest);
  await refuseArchived(client, after);
  if (!(await hasNewEvents(client, after))) return { state: 'unchanged', latest };
  const tree = await openTree(client, latest);
  const first = tree.size;
  const position = await addLeaves(client, tree, after, most);
  const sealed = await sign(client, signer, tree, position);
  const events = tree.size - first;
  return { state: 'sealed', latest: sealed, events, isWhole: events < most };
}

/**
 * The position of the newest leaf, by the leaf itself: events between it and a checkpoint's row that names a later position would never
 * be sealed.
 */
async function lastSealed(client: Queryable, { size, position }: SealedCheckpoint): Promise<number> {
  const index = size - 1;
  const [found, hash] = await Promise.all([
    findLeafAt(client, index),
    readTile(client, 0, { tile: Math.floor(index / TILE_WIDTH), width: (index % TILE_WIDTH) + 1 }),
  ]);
  if (found === undefined || !leafHash(Buffer.from(found.text)).equals(hashesIn(hash).at(-1) ?? Buffer.of()))
    throw new SealRefused(`the entry of leaf ${index} is not the one that was sealed`);
  if (found.leaf.position !== position)
    throw new SealRefused(
      `the checkpoint of ${size} events names position ${position}, and its last event lies at ${found.leaf.position}`,
    );
  return position;
}

/** What was signed once is continued or not signed at all (C2SP tlog-checkpoint). */
async function refuseAnother(
  client: Queryable,
  latest: SealedCheckpoint | undefined,
  { size, root }: TreeHead,
): Promise<void> {
  if (size === 0) return;
  const present = latest?.size ?? 0;
  if (present < size)
    throw new SealRefused(
      `the tree has ${present} events, and this node signed one of ${size}: it was rolled back`,
      'rolled_back',
    );
  const own = await rangeHash(tilesOf(client), present, 0, size);
  if (!own.equals(root))
    throw new SealRefused(
      `the tree is not the one of ${size} events that this node signed: it was rewritten`,
      'rewritten',
    );
}

async function refuseArchived(client: Queryable, after: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select name from event_archives where last_position > $1 order by name limit 1',
    [after],
  );
  const [archive] = rows;
  if (archive !== undefined)
    throw new SealRefused(
      `events after position ${after} lie in archive ${archive.name}: put it back first`,
      'archived',
    );
}

async function hasNewEvents(client: Queryable, after: number): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from events where position > $1
                       and position <= (select position from log_horizon)) as found`,
    [after],
  );
  return rows[0]?.found === true;
}

async function openTree(client: Queryable, latest: SealedCheckpoint | undefined): Promise<GrowingTree> {
  const tree = await GrowingTree.open(tilesOf(client), latest?.size ?? 0).catch((error: unknown) => {
    throw new SealRefused(`the tiles of the tree are not whole: ${String(error)}`);
  });
  await refuseUnsigned(client, tree.size);
  if (latest !== undefined && !tree.root().equals(latest.root))
    throw new SealRefused(`the tiles do not fit the checkpoint of ${latest.size} events`);
  return tree;
}

/** Leaves beyond the newest checkpoint: later ones were removed, or leaves were added. */
async function refuseUnsigned(client: Queryable, size: number): Promise<void> {
  const [tile, start] = [Math.floor(size / TILE_WIDTH), size % TILE_WIDTH];
  const { rows } = await client.query<{ beyond: boolean }>(
    `select exists (select from log_entry_parts where (tile, start) >= ($1, $2))
         or exists (select from log_tile_parts where level = 0 and (tile, start) >= ($1, $2)) as beyond`,
    [tile, start],
  );
  if (rows[0]?.beyond === true)
    throw new SealRefused(`the tree has leaves beyond its newest checkpoint of ${size} events`);
}

// Leaves are made, hashed and kept by the database, and 32 bytes of each come here (decisions/0165).
const SEAL_SQL = `
  with leaf as materialized (
    select e.position, $2::bigint + row_number() over (order by e.position) - 1 as index, ${LEAF_BYTES} as entry
      from events e where e.position > $1 and e.position <= (select position from log_horizon)
     order by e.position limit $3
  ), part as materialized (
    select index / ${TILE_WIDTH} as tile, (min(index) % ${TILE_WIDTH})::smallint as start,
           min(position) as first_position, max(position) as last_position,
           string_agg(int2send(length(entry)::smallint) || entry, '' order by index) as entries,
           string_agg(sha256('\\x00' || entry), '' order by index) as hashes
      from leaf group by index / ${TILE_WIDTH}
  ), kept_entries as (
    insert into log_entry_parts (tile, start, first_position, last_position, entries)
    select tile, start, first_position, last_position, entries from part
  ), kept_hashes as (
    insert into log_tile_parts (level, tile, start, hashes) select 0, tile, start, hashes from part
  )
  select string_agg(hashes, '' order by tile) as hashes, max(last_position) as position from part`;

/** Answers the position of the last leaf. */
async function addLeaves(client: Queryable, tree: GrowingTree, after: number, most: number): Promise<number> {
  type Row = { readonly hashes: Buffer; readonly position: number };
  const { rows } = await client.query<Row>(SEAL_SQL, [after, tree.size, most]);
  const [added] = rows;
  const upper = new UpperTiles();
  for (const leaf of hashesIn(added?.hashes ?? Buffer.of())) tree.add(leaf, upper.add);
  await upper.write(client);
  return added?.position ?? after;
}

interface TilePart {
  readonly level: number;
  readonly tile: number;
  readonly start: number;
  readonly hashes: TreeHash[];
}

/** The new hashes of the tiles above the leaves. */
class UpperTiles {
  readonly #parts = new Map<string, TilePart>();

  readonly add = (level: number, place: number, hash: TreeHash): void => {
    if (level === 0) return;
    const tile = Math.floor(place / TILE_WIDTH);
    const key = `${level} ${tile}`;
    const part = this.#parts.get(key) ?? { level, tile, start: place - tile * TILE_WIDTH, hashes: [] };
    part.hashes.push(hash);
    this.#parts.set(key, part);
  };

  async write(client: Queryable): Promise<void> {
    const parts = [...this.#parts.values()];
    await client.query(
      `insert into log_tile_parts (level, tile, start, hashes)
       select * from unnest($1::smallint[], $2::bigint[], $3::smallint[], $4::bytea[])`,
      [
        parts.map(({ level }) => level),
        parts.map(({ tile }) => tile),
        parts.map(({ start }) => start),
        parts.map(({ hashes }) => Buffer.concat(hashes)),
      ],
    );
  }
}

async function sign(
  client: Queryable,
  signer: SignerKey,
  tree: GrowingTree,
  position: number,
): Promise<SealedCheckpoint> {
  const [size, root] = [tree.size, tree.root()];
  const note = signCheckpoint(signer, { origin: signer.verifier.name, size, root });
  await client.query('insert into log_keys (verifier_key) values ($1) on conflict do nothing', [
    formatVerifierKey(signer.verifier),
  ]);
  const { rows } = await client.query<{ sealedAt: Date }>(
    `insert into log_checkpoints (size, position, root, note) values ($1, $2, $3, $4) returning sealed_at as "sealedAt"`,
    [size, position, root, note],
  );
  return { size, position, root, note, sealedAt: rows[0]?.sealedAt ?? new Date(0) };
}
