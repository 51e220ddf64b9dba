import type { Queryable } from '@atelier/postgres/transaction.ts';
import type { FaultList } from './fault-list.ts';
import { hashesIn, TILE_WIDTH, type TreeHash } from './merkle.ts';
import { placeOf, type Leaf } from './leaf.ts';
import { findLeafAt, readTile } from './tree-tables.ts';

/** What a witness keeps: its newest checkpoint and the hash of every leaf below it. */
export interface WitnessCopy {
  readonly name: string;
  readonly note: string;
  /** How many leaves. */
  readonly size: number;
  readonly readLeaves: (from: number, count: number) => Promise<readonly TreeHash[]>;
}

/** Names every leaf in which the log's tree and a witness's copy of it differ. */
export async function compareWithCopy(db: Queryable, copy: WitnessCopy, faults: FaultList): Promise<void> {
  const first = await firstDifference(db, copy);
  if (first === undefined) return;
  const [theirs, ours] = await Promise.all([copyFrom(copy, first), leavesFrom(db, first)]);
  const known = new Set(theirs.map((hash) => hash.toString('latin1')));
  const present = new Set(ours.map((hash) => hash.toString('latin1')));
  // Leaves that were sealed after the copy was made are no fault.
  for (const [place, hash] of ours.slice(0, theirs.length).entries())
    if (!known.has(hash.toString('latin1'))) await nameOurs(db, copy.name, first + place, faults);
  for (const [place, hash] of theirs.entries())
    if (!present.has(hash.toString('latin1'))) await nameTheirs(db, copy.name, first + place, faults);
}

/** The first event whose leaf is not the one of the copy; undefined when all are, or the log's leaf cannot be read. */
export async function firstChangedLeaf(db: Queryable, copy: WitnessCopy): Promise<Leaf | undefined> {
  const index = await firstDifference(db, copy);
  return index === undefined ? undefined : (await findLeafAt(db, index))?.leaf;
}

async function firstDifference(db: Queryable, copy: WitnessCopy): Promise<number | undefined> {
  for (let from = 0; from < copy.size; from += TILE_WIDTH) {
    const count = Math.min(TILE_WIDTH, copy.size - from);
    const [theirs, ours] = await Promise.all([
      copy.readLeaves(from, count),
      readTile(db, 0, { tile: from / TILE_WIDTH, width: count }).then(hashesIn),
    ]);
    const place = theirs.findIndex((hash, at) => ours[at]?.equals(hash) !== true);
    if (place >= 0) return from + place;
  }
  return undefined;
}

const copyFrom = (copy: WitnessCopy, first: number) => copy.readLeaves(first, copy.size - first);

async function leavesFrom(db: Queryable, first: number): Promise<readonly TreeHash[]> {
  const found: TreeHash[] = [];
  for (let tile = Math.floor(first / TILE_WIDTH); ; tile += 1) {
    const hashes = hashesIn(await readTile(db, 0, { tile, width: TILE_WIDTH }));
    found.push(...hashes.slice(Math.max(0, first - tile * TILE_WIDTH)));
    if (hashes.length < TILE_WIDTH) return found;
  }
}

async function nameOurs(db: Queryable, name: string, index: number, faults: FaultList): Promise<void> {
  const leaf = (await findLeafAt(db, index))?.leaf;
  faults.add({
    kind: 'rewritten',
    code: 'copy_lacks',
    ...(leaf && placeOf(leaf)),
    facts: { leaf: index, copy: name },
  });
}

async function nameTheirs(db: Queryable, name: string, index: number, faults: FaultList): Promise<void> {
  const before = await findLeafAt(db, index - 1);
  faults.add({
    kind: 'removed',
    code: 'copy_only',
    ...(before && { position: before.leaf.position }),
    facts: { leaf: index, copy: name },
  });
}
