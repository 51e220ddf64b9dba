import { hash } from 'node:crypto';

/** A SHA-256 in the tree: 32 bytes. */
export type TreeHash = Buffer;

export const HASH_BYTES = 32;
/** How many hashes a tile holds, and how many of its tiles a hash of the next level covers. */
export const TILE_WIDTH = 256;

const LEAF = Buffer.from([0]);
const NODE = 1;

/** The hash of a leaf by its content (RFC 6962 §2.1). */
export function leafHash(content: Uint8Array): TreeHash {
  return hash('sha256', Buffer.concat([LEAF, content]), 'buffer');
}

/** The hash of the node above two others (RFC 6962 §2.1). */
export function nodeHash(left: TreeHash, right: TreeHash): TreeHash {
  const content = Buffer.allocUnsafe(1 + 2 * HASH_BYTES);
  content[0] = NODE;
  content.set(left, 1);
  content.set(right, 1 + HASH_BYTES);
  return hash('sha256', content, 'buffer');
}

/** The root of the tree without leaves. */
export const emptyRoot = (): TreeHash => hash('sha256', '', 'buffer');

/** The largest power of two below a count of two or more: where a tree of so many leaves is split. */
export function splitOf(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

/** The root over the heads of neighbouring subtrees of one size, of which only the last may be smaller. At least one. */
export function rootOf(heads: readonly TreeHash[]): TreeHash {
  const [first] = heads;
  if (first === undefined) throw new Error('a root needs at least one hash');
  if (heads.length === 1) return first;
  const split = splitOf(heads.length);
  return nodeHash(rootOf(heads.slice(0, split)), rootOf(heads.slice(split)));
}

/** Splits bytes into hashes. */
export function hashesIn(bytes: Buffer): TreeHash[] {
  const count = Math.floor(bytes.length / HASH_BYTES);
  return Array.from({ length: count }, (_, place) =>
    bytes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES),
  );
}

/** Whether a leaf stands at an index in the tree of this size and root (RFC 6962 §2.1.1). */
export function fitsInclusion(
  { index, size, root }: { readonly index: number; readonly size: number; readonly root: TreeHash },
  leaf: TreeHash,
  path: readonly TreeHash[],
): boolean {
  const top = path.toReversed();
  const climb = (at: number, count: number): TreeHash | undefined => {
    if (count === 1) return leaf;
    const sibling = top.shift();
    const split = splitOf(count);
    const own = at < split ? climb(at, split) : climb(at - split, count - split);
    if (sibling === undefined || own === undefined) return undefined;
    return at < split ? nodeHash(own, sibling) : nodeHash(sibling, own);
  };
  if (index < 0 || index >= size) return false;
  const found = climb(index, size);
  return top.length === 0 && found !== undefined && found.equals(root);
}

/** A tree of which only size and root are known. */
export interface TreeHead {
  readonly size: number;
  readonly root: TreeHash;
}

/** Whether a tree is the beginning of a later one (RFC 6962 §2.1.2). */
export function fitsConsistency(from: TreeHead, to: TreeHead, proof: readonly TreeHash[]): boolean {
  if (from.size > to.size) return false;
  if (from.size === 0) return proof.length === 0;
  if (from.size === to.size) return proof.length === 0 && from.root.equals(to.root);
  const left = proof.toReversed();
  // Both roots of the part of the tree that begins with `count` leaves of which the first `known` are of the older tree.
  const climb = (known: number, count: number, isOld: boolean): readonly [TreeHash, TreeHash] | undefined => {
    if (known === count) {
      const whole = isOld ? from.root : left.pop();
      return whole && [whole, whole];
    }
    const split = splitOf(count);
    if (known <= split) {
      const own = climb(known, split, isOld);
      const right = left.pop();
      return own && right && [own[0], nodeHash(own[1], right)];
    }
    const own = climb(known - split, count - split, false);
    const before = left.pop();
    return own && before && [nodeHash(before, own[0]), nodeHash(before, own[1])];
  };
  const roots = climb(from.size, to.size, true);
  return left.length === 0 && roots !== undefined && roots[0].equals(from.root) && roots[1].equals(to.root);
}
