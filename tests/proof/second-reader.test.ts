import { GrowingTree } from '@atelier/transparency-log/proof/growing-tree.ts';
import { leafHash, TILE_WIDTH } from '@atelier/transparency-log/proof/merkle.ts';
import { consistencyProof, inclusionPath } from '@atelier/transparency-log/proof/tree-proofs.ts';
import { describe, expect, it } from 'vitest';
import { continues, holdsLeaf, type Head } from './second-reader.ts';

const SIZE = 300;

/** A tree with its tiles in memory, and its head at every size. */
function grow() {
  const tree = new GrowingTree();
  const tiles = new Map<string, Buffer[]>();
  const heads: Head[] = [{ origin: 'log', size: 0n, root: tree.root() }];
  for (let index = 0; index < SIZE; index += 1) {
    tree.add(leafHash(Buffer.from(`leaf ${index}`)), (level, place, hash) => {
      const key = `${level} ${Math.floor(place / TILE_WIDTH)}`;
      tiles.set(key, [...(tiles.get(key) ?? []), hash]);
    });
    heads.push({ origin: 'log', size: BigInt(tree.size), root: tree.root() });
  }
  const read = async (level: number, tile: number, width: number) =>
    Buffer.concat((tiles.get(`${level} ${tile}`) ?? []).slice(0, width));
  return { heads, read };
}

const { heads, read } = grow();
const headOf = (size: number): Head => heads[size] ?? { origin: '', size: 0n, root: Buffer.of() };

describe('a second reader of the tree (decisions/0154)', () => {
  it('accepts every leaf at every size, and no other', async () => {
    for (const size of [1, 2, 3, 7, 8, 255, 256, 257, SIZE])
      for (let index = 0; index < size; index += 1) {
        const path = await inclusionPath(read, index, size);
        const leaf = Buffer.from(`leaf ${index}`);
        expect(holdsLeaf(leaf, BigInt(index), headOf(size), path)).toBe(true);
        expect(holdsLeaf(Buffer.from('another'), BigInt(index), headOf(size), path)).toBe(false);
      }
  });

  it('accepts every tree as the beginning of every later one, and no fork', async () => {
    const sizes = [0, 1, 2, 3, 5, 8, 64, 100, 255, 256, 257, 299, SIZE];
    for (const to of sizes)
      for (const from of sizes.filter((size) => size <= to)) {
        const proof = await consistencyProof(read, from, to);
        expect([from, to, continues(headOf(from), headOf(to), proof)]).toEqual([from, to, true]);
        const forked = { ...headOf(from), root: headOf(7).root };
        // The empty tree is the beginning of every tree.
        expect(continues(forked, headOf(to), proof)).toBe(from === 0);
      }
  });
});
