import { existsSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { HASH_BYTES, hashesIn, type TreeHash } from './merkle.ts';

const PAGE = 65_536;

/** Hashes of the leaves of a tree, 32 bytes each, kept outside the database. */
export class LeafFile {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  count(): number {
    return existsSync(this.#file) ? Math.floor(statSync(this.#file).size / HASH_BYTES) : 0;
  }

  async read(from: number, count: number): Promise<readonly TreeHash[]> {
    if (count === 0) return [];
    const file = await open(this.#file, 'r');
    try {
      const bytes = Buffer.alloc(count * HASH_BYTES);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, from * HASH_BYTES);
      return hashesIn(bytes.subarray(0, bytesRead));
    } finally {
      await file.close();
    }
  }

  /** All leaves below a size, some at a time. */
  async *all(size: number): AsyncGenerator<readonly TreeHash[]> {
    for (let from = 0; from < size; from += PAGE) yield this.read(from, Math.min(PAGE, size - from));
  }

  /** Written and on the disk when it returns. */
  async write(from: number, leaves: readonly TreeHash[]): Promise<void> {
    const file = await open(this.#file, existsSync(this.#file) ? 'r+' : 'w+', 0o600);
    try {
      await file.write(Buffer.concat(leaves), 0, undefined, from * HASH_BYTES);
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
