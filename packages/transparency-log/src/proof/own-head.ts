import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Queryable } from '@atelier/postgres/transaction.ts';
import { checkpointOf } from './checkpoint.ts';
import { GrowingTree } from './growing-tree.ts';
import { LeafFile } from './leaf-file.ts';
import { hashesIn, TILE_WIDTH, type TreeHead } from './merkle.ts';
import { parseNote } from './signed-note.ts';
import { readTile, type SealedCheckpoint } from './tree-tables.ts';
import type { WitnessCopy } from './witness-copy.ts';

/** Beside the checkpoint that a node signed last: the leaves below it. */
export const leavesBeside = (file: string): string => `${file}-leaves`;

/** The head that this node signed last; undefined when it never did. @throws BadNote when the file holds something else */
export async function recallHead(file: string | undefined): Promise<TreeHead | undefined> {
  const note = file === undefined ? undefined : await readFile(file, 'utf8').catch(() => undefined);
  return note === undefined ? undefined : checkpointOf(parseNote(note));
}

/**
 * Keeps a checkpoint that this node signed, and the leaves below it: beside them a tree that was made another later is named leaf by leaf. Leaves
 * first; the checkpoint is written beside and renamed, so that no reader sees half a note.
 */
export async function rememberHead(
  db: Queryable,
  file: string,
  { note, size }: SealedCheckpoint,
): Promise<void> {
  const before = await recallHead(file).catch(() => undefined);
  const leaves = new LeafFile(leavesBeside(file));
  await copyLeaves(db, leaves, Math.min(before?.size ?? 0, leaves.count()), size);
  const beside = `${file}.${process.pid}`;
  await writeFile(beside, note, { mode: 0o600 });
  await rename(beside, file);
}

const TILES_AT_ONCE = 64;

async function copyLeaves(db: Queryable, leaves: LeafFile, from: number, size: number): Promise<void> {
  const first = Math.floor(from / TILE_WIDTH);
  for (let tile = first; tile * TILE_WIDTH < size; tile += TILES_AT_ONCE) {
    const count = Math.min(TILES_AT_ONCE, Math.ceil(size / TILE_WIDTH) - tile);
    const tiles = await Promise.all(
      Array.from({ length: count }, (_, at) => readTile(db, 0, { tile: tile + at, width: TILE_WIDTH })),
    );
    await leaves.write(tile * TILE_WIDTH, tiles.flatMap(hashesIn).slice(0, size - tile * TILE_WIDTH));
  }
}

/** What this node keeps of the tree, to be compared with; undefined where the leaves are not those of its checkpoint. */
export async function ownCopy(file: string): Promise<WitnessCopy | undefined> {
  const leaves = new LeafFile(leavesBeside(file));
  const head = existsSync(file) ? await recallHead(file) : undefined;
  if (head === undefined || leaves.count() < head.size) return undefined;
  const tree = new GrowingTree();
  for await (const page of leaves.all(head.size)) for (const leaf of page) tree.add(leaf);
  if (!tree.root().equals(head.root)) return undefined;
  return {
    name: 'the worker that signed it',
    note: await readFile(file, 'utf8'),
    size: head.size,
    readLeaves: (from, count) => leaves.read(from, count),
  };
}
