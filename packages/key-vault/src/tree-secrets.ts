import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { KeyTree, type PlaceOf } from './key-tree.ts';
import type { KeyVault } from './key-vault.ts';
import { unwrapKey, wrapKey } from './key-wrap.ts';
import type { MasterKey } from './master-key.ts';
import type { VaultSql } from './vault-database.ts';
import { nodesAbove, type Tree } from './vault-rows.ts';

const CACHED = 20_000;
/** Derived in one turn of the event loop: some milliseconds. */
const AT_ONCE = 50;

export interface SecretsOptions {
  readonly sql: VaultSql;
  readonly tree: Tree;
  readonly placeOf: PlaceOf;
  readonly masterKey: MasterKey;
}

/**
 * The wrapping half of a vault. What wraps a key is made of its leaf in the tree and of the master key: neither opens anything alone.
 * Secrets are remembered until the vault has another revision.
 */
export class TreeSecrets {
  readonly #options: SecretsOptions;
  readonly #master: Buffer;
  #secrets = new Map<string, Buffer>();

  constructor(options: SecretsOptions) {
    this.#options = options;
    this.#master = options.masterKey.export();
  }

  /** After a write of the vault. What is being read meanwhile is not remembered. */
  forget(): void {
    this.#secrets = new Map();
  }

  wrap: KeyVault['wrap'] = async (keys) => {
    const secrets = await this.#secretsOf(keys.map(({ subject }) => subject));
    return keys.map(({ subject, key }) => {
      const secret = secrets.get(subject);
      return secret && wrapKey(key, subject, secret);
    });
  };

  unwrap: KeyVault['unwrap'] = async (keys) => {
    const secrets = await this.#secretsOf(keys.map(({ subject }) => subject));
    return keys.map(({ subject, wrapped }) => {
      const secret = secrets.get(subject);
      return secret && unwrapKey(wrapped, subject, secret);
    });
  };

  async #secretsOf(subjects: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    const remembered = this.#secrets;
    const found = new Map<string, Buffer>();
    const missing = new Set<string>();
    for (const subject of subjects) {
      const known = remembered.get(subject);
      if (known === undefined) missing.add(subject);
      else found.set(subject, known);
    }
    const rest = [...missing];
    for (let from = 0; from < rest.length; from += AT_ONCE) {
      if (from > 0) await nextTurn();
      for (const [subject, secret] of await this.#derive(rest.slice(from, from + AT_ONCE)))
        found.set(subject, secret);
    }
    if (remembered.size >= CACHED) remembered.clear();
    for (const subject of rest) {
      const secret = found.get(subject);
      if (secret !== undefined) remembered.set(subject, secret);
    }
    return found;
  }

  async #derive(subjects: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    const { sql, tree, placeOf } = this.#options;
    const known = new KeyTree(placeOf, await nodesAbove(sql, tree, subjects.map(placeOf)));
    const derived = new Map<string, Buffer>();
    for (const subject of subjects) {
      const leaf = known.leafOf(subject);
      if (leaf === undefined) continue;
      derived.set(subject, hash('sha256', Buffer.concat([leaf, this.#master]), 'buffer'));
    }
    return derived;
  }
}
