import { hexOf, microseconds, readRaw, type RawQueryable } from '../chain/raw-events.ts';
import { ArchivedLeaves } from './archived-leaves.ts';
import { LeafComparison, type Naming } from './compare-leaf.ts';
import type { FaultList } from './fault-list.ts';
import { GrowingTree } from './growing-tree.ts';
import type { KnownHead } from './heads.ts';
import { LEAF_COLUMNS, leafText, placeOf, type Leaf } from './leaf.ts';
import { HASH_BYTES, leafHash, TILE_WIDTH, type TreeHash } from './merkle.ts';
import {
  earlierValues,
  eventsInChain,
  findChangedValue,
  JSON_COLUMNS,
  MOST_PROVEN,
  type EarlierValues,
} from './prove-values.ts';
import { readTile } from './tree-tables.ts';
import { walkLeaves, type StoredLeaf } from './tree-walk.ts';

export interface WalkedTree {
  /** Leaves that could be read. */
  readonly size: number;
  /** Of the last of them. */
  readonly position: number;
  /** Of the leaves, those whose events lie in archive files. */
  readonly archived: number;
}

export interface TreeToWalk {
  readonly heads: readonly KnownHead[];
  /** How many leaves; what is sealed beyond them is left for the next time. */
  readonly leaves: number;
  readonly onWalked?: (leaves: number) => Promise<void>;
  /** Folders with the files of archives; without them these are not read. */
  readonly archives?: readonly string[] | undefined;
  /** What is kept of a stream beside its events. */
  readonly earlier: EarlierValues;
}

/** Walks the leaves once: beside the events, the tiles above them and every head that is known. */
export async function verifyTree(
  db: RawQueryable,
  { heads, leaves: count, onWalked, archives, earlier }: TreeToWalk,
  faults: FaultList,
): Promise<WalkedTree> {
  const walk = { tree: new GrowingTree(), comparison: new LeafComparison(), position: 0 };
  const archived = new ArchivedLeaves();
  const upper: UpperHash[] = [];
  const orphans = new Set<string>();
  const checker = new HeadChecker(heads, faults);
  checker.reach(walk.tree, 0);
  for await (const page of walkLeaves(db, count, faults)) {
    const leaves = page.flatMap(({ leaf }) => leaf ?? []);
    const events = await eventsBetween(db, walk.position, leaves.at(-1)?.position ?? walk.position);
    const removed = await archived.setAside(db, withoutEvent(leaves, events));
    await walk.comparison.add(db, leaves, events, removed);
    for (const stored of page) {
      const hash = chosenHash(stored, faults) ?? leafHash(Buffer.of());
      if (stored.leaf === undefined) orphans.add(hash.toString('latin1'));
      walk.tree.add(hash, (level, place, above) => level > 0 && upper.push({ level, place, hash: above }));
      walk.position = stored.leaf?.position ?? walk.position;
      checker.reach(walk.tree, walk.position);
    }
    await onWalked?.(walk.tree.size);
  }
  checker.end(walk.tree.size, walk.position);
  await checkUpperTiles(db, upper, faults);
  const isSealed = (leaf: Leaf): boolean =>
    orphans.has(leafHash(Buffer.from(leafText(leaf))).toString('latin1'));
  await walk.comparison.nameIn(faults, { isSealed, valuesOf: valueFinder(db, walk.comparison, earlier) });
  return {
    size: walk.tree.size,
    position: walk.position,
    archived: await archived.check(db, faults, archives),
  };
}

/** Looks for the value that was changed in an event whose data or metadata are others than were sealed. */
function valueFinder(
  db: RawQueryable,
  comparison: LeafComparison,
  earlier: EarlierValues,
): Naming['valuesOf'] {
  let found = 0;
  return async ({ sealed, stored }, changed) => {
    const columns = JSON_COLUMNS.filter((column) => changed.includes(column));
    const [row] =
      columns.length === 1 && found < MOST_PROVEN ? await eventsInChain(db, [stored.position]) : [];
    if (row === undefined) return [];
    found += 1;
    const previous = comparison.sealedHashAt(row.previousPosition) ?? row.previous;
    const event = { ...row.event, ...sealedColumns(sealed) };
    const content = { event, previous, hash: sealed.hash, columns };
    const value = findChangedValue(content, await earlierValues(db, sealed.streamId, earlier));
    // The leaf holds this one itself.
    return value === undefined || (value.field === 'data.to' && sealed.to !== stored.to) ? [] : [value];
  };
}

const sealedColumns = ({ streamId, version, type, schemaVersion, recordedAt }: Leaf) => ({
  stream_id: streamId,
  version: String(version),
  type,
  schema_version: String(schemaVersion),
  recorded_at: recordedAt,
});

function withoutEvent(leaves: readonly Leaf[], events: readonly Leaf[]): readonly Leaf[] {
  const there = new Set(events.map(({ position }) => position));
  return leaves.filter(({ position }) => !there.has(position));
}

async function eventsBetween(db: RawQueryable, after: number, last: number): Promise<readonly Leaf[]> {
  const rows = await readRaw<RawLeaf>(
    db,
    `select ${LEAF_COLUMNS} from public.events e where e.position > $1 and e.position <= $2 order by e.position`,
    [after, last],
  );
  return rows.map(({ hash, recordedAt, ...row }) => ({
    ...row,
    position: Number(row.position),
    version: Number(row.version),
    schemaVersion: Number(row.schemaVersion),
    hash: hexOf(hash),
    recordedAt: microseconds(recordedAt),
  }));
}

type RawLeaf = Record<keyof Leaf, string>;

/** The hash in the tile is what was signed over; an entry that does not give it was changed after. */
function chosenHash(
  { index, leaf, entryHash, tileHash }: StoredLeaf,
  faults: FaultList,
): TreeHash | undefined {
  const found = { kind: 'tree', ...(leaf && placeOf(leaf)), facts: { leaf: index } } as const;
  if (leaf === undefined) faults.add({ ...found, code: 'leaf_entry' });
  if (tileHash === undefined) faults.add({ ...found, code: 'leaf_hash' });
  else if (entryHash !== undefined && !entryHash.equals(tileHash))
    faults.add({ ...found, code: 'leaf_unfit' });
  return tileHash ?? entryHash;
}

/** Compares the growing tree with the heads that are known, by size. */
class HeadChecker {
  readonly #heads: readonly KnownHead[];
  readonly #faults: FaultList;
  #next = 0;
  // A stored head may have been signed after the tree was made again: it says nothing beside one that was kept.
  readonly #agreed = { stored: { size: 0, position: 0 }, outside: { size: 0, position: 0 } };
  #hasFailed = false;

  constructor(heads: readonly KnownHead[], faults: FaultList) {
    this.#heads = heads.toSorted((a, b) => a.size - b.size);
    this.#faults = faults;
  }

  reach(tree: GrowingTree, position: number): void {
    let root: TreeHash | undefined;
    for (let head = this.#heads[this.#next]; head?.size === tree.size; head = this.#heads[this.#next]) {
      this.#next += 1;
      root ??= tree.root();
      if (head.position !== undefined && head.position !== position)
        this.#faults.add({
          kind: 'checkpoint',
          code: 'checkpoint_position',
          position,
          facts: { size: head.size, named: head.position, position },
        });
      if (!head.root.equals(root)) this.#differ(head, position);
      else if (!this.#hasFailed) this.#agreed[sourceOf(head)] = { size: tree.size, position };
    }
  }

  /** The first head that differs says where; the later ones follow from it. */
  #differ(head: KnownHead, position: number): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    const { size, from } = head;
    const { size: agreed, position: after } = this.#agreed[sourceOf(head)];
    this.#faults.add({
      kind: 'rewritten',
      code: 'head_differs',
      position,
      facts: { size, from, first: agreed, last: size - 1, after, position },
    });
  }

  end(size: number, position: number): void {
    const beyond = this.#heads.slice(this.#next).at(-1);
    if (beyond !== undefined)
      this.#faults.add({
        kind: 'rolled_back',
        code: 'head_beyond',
        position,
        facts: { size: beyond.size, from: beyond.from, leaves: size, position },
      });
    const last = this.#heads.filter((head) => head.from === 'stored').at(-1)?.size ?? 0;
    if (size > last)
      this.#faults.add({
        kind: 'checkpoint',
        code: 'checkpoint_missing',
        position,
        facts: { leaves: size, size: last },
      });
  }
}

const sourceOf = ({ from }: KnownHead): 'stored' | 'outside' => (from === 'stored' ? from : 'outside');

interface UpperHash {
  readonly level: number;
  readonly place: number;
  readonly hash: TreeHash;
}

/** The tiles above the leaves: what is stored must be what the leaves give, and no more. */
async function checkUpperTiles(
  db: RawQueryable,
  upper: readonly UpperHash[],
  faults: FaultList,
): Promise<void> {
  const tiles = Map.groupBy(upper, ({ level, place }) => `${level} ${Math.floor(place / TILE_WIDTH)}`);
  for (const [key, hashes] of tiles) {
    const [level = 0, tile = 0] = key.split(' ').map(Number);
    const stored = await readTile(db, level, { tile, width: hashes.length });
    if (!stored.equals(Buffer.concat(hashes.map(({ hash }) => hash))))
      faults.add({ kind: 'tree', code: 'tile_unfit', facts: { tile, level } });
  }
  const { rows } = await db.query<{ level: number; tile: number; hashes: number }>(
    `select level, tile, sum(length(hashes) / ${HASH_BYTES})::bigint as hashes from public.log_tile_parts where level <> 0 group by level, tile`,
  );
  const others = rows.filter(
    ({ level, tile, hashes }) => hashes !== (tiles.get(`${level} ${tile}`)?.length ?? 0),
  );
  const leaves = others.length === 0 ? 0 : await sealedLeaves(db);
  for (const { level, tile, hashes } of others) {
    // Sealed since the walk began: left for the next verification, as its leaves are.
    const walked = tiles.get(`${level} ${tile}`)?.length ?? 0;
    if (hashes > walked && hashes <= widthOf(level, tile, leaves)) continue;
    faults.add({ kind: 'tree', code: 'tile_extra', facts: { tile, level } });
  }
}

async function sealedLeaves(db: RawQueryable): Promise<number> {
  const { rows } = await db.query<{ leaves: number }>(
    `select coalesce(sum(length(hashes) / ${HASH_BYTES}), 0)::bigint as leaves from public.log_tile_parts where level = 0`,
  );
  return rows[0]?.leaves ?? 0;
}

/** How many hashes a tile above the leaves holds in a tree of so many leaves. */
function widthOf(level: number, tile: number, leaves: number): number {
  const hashes = Math.floor(leaves / TILE_WIDTH ** level) - tile * TILE_WIDTH;
  return Math.min(TILE_WIDTH, Math.max(0, hashes));
}
