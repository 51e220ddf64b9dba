import { hash } from 'node:crypto';
import type { MasterKey } from './master-key.ts';
import type { KeyTree } from './key-tree.ts';
import { unwrapKey, wrapKey } from './key-wrap.ts';
import type { KeyVault } from './key-vault.ts';

const CACHED = 20_000;

/**
 * The wrapping half of a vault that is a tree of secrets. What wraps a person's key is made of their leaf and of the master
 * key: neither of the two files opens anything alone.
 */
export class TreeWrapper {
  readonly #master: Buffer;
  readonly #secrets = new Map<string, Buffer>();
  #tree: KeyTree;

  constructor(tree: KeyTree, masterKey: MasterKey) {
    this.#tree = tree;
    this.#master = masterKey.export();
  }

  get tree(): KeyTree {
    return this.#tree;
  }

  /** Secrets derived from the tree before are forgotten. */
  set tree(tree: KeyTree) {
    this.#tree = tree;
    this.#secrets.clear();
  }

  wrap: Awaitless<KeyVault['wrap']> = (keys) =>
    keys.map(({ subject, key }) => {
      const secret = this.#secretOf(subject);
      return secret && wrapKey(key, subject, secret);
    });

  unwrap: Awaitless<KeyVault['unwrap']> = (keys) =>
    keys.map(({ subject, wrapped }) => {
      const secret = this.#secretOf(subject);
      return secret && unwrapKey(wrapped, subject, secret);
    });

  #secretOf(subject: string): Buffer | undefined {
    const known = this.#secrets.get(subject);
    if (known !== undefined) return known;
    const leaf = this.#tree.leafOf(subject);
    if (leaf === undefined) return undefined;
    const secret = hash('sha256', Buffer.concat([leaf, this.#master]), 'buffer');
    if (this.#secrets.size >= CACHED) this.#secrets.clear();
    this.#secrets.set(subject, secret);
    return secret;
  }
}

type Awaitless<F> = F extends (...args: infer A) => Promise<infer R> ? (...args: A) => R : never;
