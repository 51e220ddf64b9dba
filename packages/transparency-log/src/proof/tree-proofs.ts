import { HASH_BYTES, hashesIn, nodeHash, rootOf, splitOf, TILE_WIDTH, type TreeHash } from './merkle.ts';
import { tileWidth } from './tile-path.ts';

/** Reads the first `width` hashes of a tile. */
export type ReadTile = (level: number, tile: number, width: number) => Promise<Buffer>;

const TILE_HEIGHT = 8;

/** The hash over the leaves from `start` to below `end` of a tree of this size, read from its tiles. */
export async function rangeHash(read: ReadTile, size: number, start: number, end: number): Promise<TreeHash> {
  const count = end - start;
  const split = splitOf(count + 1);
  if (split === count) return subtreeHash(read, size, start, count);
  const [left, right] = await Promise.all([
    rangeHash(read, size, start, start + split),
    rangeHash(read, size, start + split, end),
  ]);
  return nodeHash(left, right);
}

/** The head of a whole subtree: `count` is a power of two and divides `start`. */
async function subtreeHash(read: ReadTile, size: number, start: number, count: number): Promise<TreeHash> {
  const level = Math.floor(Math.log2(count) / TILE_HEIGHT);
  const covered = TILE_WIDTH ** level;
  const first = start / covered;
  const tile = Math.floor(first / TILE_WIDTH);
  const bytes = await read(level, tile, tileWidth(size, level, tile));
  const from = (first - tile * TILE_WIDTH) * HASH_BYTES;
  const heads = hashesIn(bytes.subarray(from, from + (count / covered) * HASH_BYTES));
  if (heads.length !== count / covered) throw new Error(`tile ${tile} of level ${level} is too short`);
  return rootOf(heads);
}

/** The path from a leaf to the root of the tree of this size, from its sibling upwards (RFC 6962 §2.1.1). */
export async function inclusionPath(read: ReadTile, index: number, size: number): Promise<TreeHash[]> {
  const path: Promise<TreeHash>[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    const isLeft = index < middle;
    path.unshift(isLeft ? rangeHash(read, size, middle, end) : rangeHash(read, size, start, middle));
    [start, end] = isLeft ? [start, middle] : [middle, end];
  }
  return Promise.all(path);
}

/** What shows that the tree of size `from` is the beginning of the tree of size `to` (RFC 6962 §2.1.2). */
export async function consistencyProof(read: ReadTile, from: number, to: number): Promise<TreeHash[]> {
  if (from === 0 || from === to) return [];
  const proof: Promise<TreeHash>[] = [];
  let [start, end, isOld] = [0, to, true];
  while (end !== from) {
    const middle = start + splitOf(end - start);
    if (from <= middle) {
      proof.unshift(rangeHash(read, to, middle, end));
      end = middle;
    } else {
      proof.unshift(rangeHash(read, to, start, middle));
      [start, isOld] = [middle, false];
    }
  }
  if (!isOld) proof.unshift(rangeHash(read, to, start, end));
  return Promise.all(proof);
}

/** Each tile read once; for one proof or a few. */
export function rememberTiles(read: ReadTile): ReadTile {
  const known = new Map<string, Promise<Buffer>>();
  return (level, tile, width) => {
    const key = `${level} ${tile} ${width}`;
    const found = known.get(key) ?? read(level, tile, width);
    known.set(key, found);
    return found;
  };
}
