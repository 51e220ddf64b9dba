import type { KeyObject } from 'node:crypto';
import type { FileKind, RunsSql } from './file-sealing.ts';
import type { Erasure, LedgerEntry } from './ledger.ts';
import type { UnusableKey } from './key-wrap.ts';

/** A person's key as the database holds it. */
export interface WrappedKey {
  readonly subject: string;
  readonly wrapped: Buffer;
}

/** Opened; destroyed (undefined); or made with another secret. */
export type OpenedKey = KeyObject | undefined | UnusableKey;

/** A key of the index of search. */
export interface SearchEpoch {
  readonly epoch: number;
  readonly secret: Buffer;
  /** How many erasures the ledger held when the key was made: persons erased later may stand in words of this key. */
  readonly erasures: number;
  /** The whole index is of this key. */
  readonly isWhole: boolean;
}

/** What wraps the keys of files (decisions/0169): by the number of the file, as text, where persons have their reference. */
export interface FileVault extends Pick<KeyVault, 'wrap' | 'unwrap'> {
  /** The first of `count` numbers that no file had before; durable when it resolves. */
  readonly reserve: (transaction: RunsSql, kind: FileKind, count: number) => Promise<number>;
  /** Destroys the secrets of files; durable when it resolves, and safe to repeat. */
  readonly destroy: (transaction: RunsSql, files: readonly number[]) => Promise<void>;
}

/** Since when a vault is used for a database. */
export interface VaultUse {
  /** False in the first hour after an upgrade from a release without a vault: the nodes of that release open no key of a vault. */
  readonly isInUse: () => boolean;
  /** For a copy of the database that is only verified: nothing is made that is missing. */
  readonly isReadOnly: boolean;
}

/**
 * What wraps persons' keys, and can be made unable to open one of them for good. It lies outside the database and outside its
 * backups: a backup and the vault as it is today open nothing of a person destroyed in it since. A SQLite file or a PostgreSQL of
 * its own (`vault-database.ts`); a key management service would keep one key per person under the same calls.
 *
 * Whatever writes takes a transaction of the database, which keeps other writers of the vault waiting until it ends and notes the
 * revision that was made (`vault-revision.ts`).
 */
export interface KeyVault {
  /** Stands beside every key it wrapped. */
  readonly id: string;
  /** In the order given; undefined for a person whose secret is destroyed. */
  readonly wrap: (
    keys: readonly { readonly subject: string; readonly key: Buffer }[],
  ) => Promise<readonly (Buffer | undefined)[]>;
  /** In the order given. */
  readonly unwrap: (keys: readonly WrappedKey[]) => Promise<readonly OpenedKey[]>;
  /**
   * The database knows of this revision: what was read of an earlier one is forgotten. Throws `OlderKeyVault` where the vault does not
   * have it: then it is a copy, and another node writes another one.
   */
  readonly follow: (revision: number) => Promise<void>;
  /** Writes the erasures into the ledger and destroys the persons' secrets; durable when it resolves, and safe to repeat. */
  readonly destroy: (transaction: RunsSql, erasures: readonly Erasure[]) => Promise<void>;
  readonly files: FileVault;
  /** The keys of the index of search, the newest last. */
  readonly searchEpochs: () => Promise<readonly SearchEpoch[]>;
  /** Replaces them by what `change` makes of them and of the ledger's length; durable when it resolves. Answers those that are left. */
  readonly changeSearchEpochs: (
    transaction: RunsSql,
    change: (epochs: readonly SearchEpoch[], erasures: number) => readonly SearchEpoch[],
  ) => Promise<readonly SearchEpoch[]>;
  /** The ledger: who was ever erased, oldest first, after a number. */
  readonly erasures: (after: number, limit: number) => Promise<readonly LedgerEntry[]>;
  readonly close: () => Promise<void>;
}
