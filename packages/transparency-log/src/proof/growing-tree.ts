import { emptyRoot, nodeHash, splitOf, type TreeHash } from './merkle.ts';
import { rangeHash, rememberTiles, type ReadTile } from './tree-proofs.ts';

/** Called with each hash that belongs into a tile, in the order of its level. */
export type OnTileHash = (level: number, place: number, hash: TreeHash) => void;

const TILE_HEIGHT = 8;

/** A tree that only grows: it knows the heads of its whole subtrees, one per binary digit of its size. */
export class GrowingTree {
  #size = 0;
  readonly #heads: { readonly height: number; readonly hash: TreeHash }[] = [];

  /** The tree of this size, from its tiles. */
  static async open(read: ReadTile, size: number): Promise<GrowingTree> {
    const tree = new GrowingTree();
    const remembered = rememberTiles(read);
    for (let start = 0; start < size;) {
      const count = splitOf(size - start + 1);
      const hash = await rangeHash(remembered, size, start, start + count);
      tree.#heads.push({ height: Math.log2(count), hash });
      start += count;
    }
    tree.#size = size;
    return tree;
  }

  get size(): number {
    return this.#size;
  }

  root(): TreeHash {
    const last = this.#heads.at(-1);
    if (last === undefined) return emptyRoot();
    return this.#heads.slice(0, -1).reduceRight((right, { hash }) => nodeHash(hash, right), last.hash);
  }

  add(leaf: TreeHash, onTileHash: OnTileHash = () => undefined): void {
    onTileHash(0, this.#size, leaf);
    this.#size += 1;
    let head = { height: 0, hash: leaf };
    for (let before = this.#heads.at(-1); before?.height === head.height; before = this.#heads.at(-1)) {
      this.#heads.pop();
      head = { height: head.height + 1, hash: nodeHash(before.hash, head.hash) };
      const level = head.height / TILE_HEIGHT;
      if (Number.isInteger(level)) onTileHash(level, this.#size / 2 ** head.height - 1, head.hash);
    }
    this.#heads.push(head);
  }
}
