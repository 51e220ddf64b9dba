import type { Pool } from 'pg';
import { inTransaction } from '../projections/projection-database.ts';
import type { Queryable } from '../projections/projection-database.ts';
import { signCheckpoint } from './checkpoint.ts';
import { GrowingTree } from './growing-tree.ts';
import { LEAF_COLUMNS, leafText, packEntries } from './leaf.ts';
import type { Leaf } from './leaf.ts';
import { leafHash, TILE_WIDTH } from './merkle.ts';
import type { TreeHash, TreeHead } from './merkle.ts';
import { formatVerifierKey } from './signed-note.ts';
import type { SignerKey } from './signed-note.ts';
import { rangeHash } from './tree-proofs.ts';
import { latestCheckpoint, tilesOf } from './tree-tables.ts';
import type { SealedCheckpoint } from './tree-tables.ts';

/** The tree cannot be continued: it is not what was signed. Nothing was signed. */
export class SealRefused extends Error {
  readonly code = 'seal_refused';

  constructor(message: string) {
    super(message);
    this.name = 'SealRefused';
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
  const leaves = await leavesAfter(client, latest?.position ?? 0, most);
  if (leaves.length === 0) return { state: 'unchanged', latest };
  const tree = await openTree(client, latest);
  await addLeaves(client, tree, leaves);
  const sealed = await sign(client, signer, tree, leaves.at(-1)?.position ?? 0);
  return { state: 'sealed', latest: sealed, events: leaves.length, isWhole: leaves.length < most };
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
    );
  const own = await rangeHash(tilesOf(client), present, 0, size);
  if (!own.equals(root))
    throw new SealRefused(
      `the tree is not the one of ${size} events that this node signed: it was rewritten`,
    );
}

async function leavesAfter(client: Queryable, after: number, most: number): Promise<readonly Leaf[]> {
  const missing = await client.query<{ name: string }>(
    'select name from event_archives where last_position > $1 order by name limit 1',
    [after],
  );
  const [archive] = missing.rows;
  if (archive !== undefined)
    throw new SealRefused(`events after position ${after} lie in archive ${archive.name}: put it back first`);
  const { rows } = await client.query<Leaf>(
    `select ${LEAF_COLUMNS} from events e, log_horizon h
      where e.position > $1 and e.position <= h.position order by e.position limit $2`,
    [after, most],
  );
  return rows;
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

/** Leaves beyond the newest checkpoint: somebody took later ones away, or added leaves. */
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

interface TilePart {
  readonly level: number;
  readonly tile: number;
  readonly start: number;
  readonly hashes: TreeHash[];
}

async function addLeaves(client: Queryable, tree: GrowingTree, leaves: readonly Leaf[]): Promise<void> {
  const first = tree.size;
  const entries = leaves.map((leaf) => Buffer.from(leafText(leaf)));
  const parts = new Map<string, TilePart>();
  for (const entry of entries)
    tree.add(leafHash(entry), (level, place, hash) => {
      const tile = Math.floor(place / TILE_WIDTH);
      const key = `${level} ${tile}`;
      const part = parts.get(key) ?? { level, tile, start: place - tile * TILE_WIDTH, hashes: [] };
      part.hashes.push(hash);
      parts.set(key, part);
    });
  await writeTiles(client, [...parts.values()]);
  await writeEntries(client, first, leaves, entries);
}

async function writeTiles(client: Queryable, parts: readonly TilePart[]): Promise<void> {
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

async function writeEntries(
  client: Queryable,
  first: number,
  leaves: readonly Leaf[],
  entries: readonly Buffer[],
): Promise<void> {
  // Cut where tiles end: leaf n lies in tile n / 256.
  const cuts: { tile: number; start: number; from: number; to: number }[] = [];
  for (let from = 0; from < entries.length;) {
    const tile = Math.floor((first + from) / TILE_WIDTH);
    const to = Math.min(entries.length, (tile + 1) * TILE_WIDTH - first);
    cuts.push({ tile, start: first + from - tile * TILE_WIDTH, from, to });
    from = to;
  }
  await client.query(
    `insert into log_entry_parts (tile, start, first_position, last_position, entries)
     select * from unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::bigint[], $5::bytea[])`,
    [
      cuts.map(({ tile }) => tile),
      cuts.map(({ start }) => start),
      cuts.map(({ from }) => leaves[from]?.position),
      cuts.map(({ to }) => leaves[to - 1]?.position),
      cuts.map(({ from, to }) => packEntries(entries.slice(from, to))),
    ],
  );
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
