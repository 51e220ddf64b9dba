import type { KeyObject } from 'node:crypto';
import type { FileKind } from '../file-sealing.ts';
import type { Erasure } from '../types.ts';
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
  /** ISO 8601, UTC: who was erased later may stand in words of this key. */
  readonly since: string;
  /** The whole index is of this key. */
  readonly isWhole: boolean;
}

/** What wraps the keys of files (decisions/0169): by the number of the file, as text, where persons have their reference. */
export interface FileVault extends Pick<KeyVault, 'wrap' | 'unwrap'> {
  /**
   * The first of `count` numbers that no file had before and that follow the newest one that the database knows; durable when it resolves.
   * One caller at a time, as for `destroy`.
   */
  readonly reserve: (kind: FileKind, count: number, newest: number | null) => Promise<number>;
  /** Destroys the secrets of files; durable when it resolves, and safe to repeat. One caller at a time. */
  readonly destroy: (files: readonly number[]) => Promise<void>;
}

/** Since when a vault is used for a database. */
export interface VaultUse {
  /** False in the first hour after an upgrade from a release without a vault: the nodes of that release open no key of a vault. */
  readonly isInUse: () => boolean;
}

/**
 * What wraps persons' keys, and can be made unable to open one of them for good. It lies outside the database and outside its
 * backups: whoever holds a backup and the vault as it is today reads nothing of a person destroyed in it since. A file by
 * default (`file-vault.ts`); a key management service would keep one key per person under the same calls.
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
   * Writes the erasures into the ledger, then destroys the persons' secrets; durable when it resolves, and safe to repeat. One
   * caller at a time (`SubjectKeys.erase` holds a lock in the database over it).
   */
  readonly destroy: (erasures: readonly Erasure[]) => Promise<void>;
  readonly files: FileVault;
  /** The keys of the index of search, the newest last. */
  readonly searchEpochs: () => Promise<readonly SearchEpoch[]>;
  /** The same, read anew. */
  readonly currentSearchEpochs: () => Promise<readonly SearchEpoch[]>;
  /** Replaces them; durable when it resolves. One caller at a time, as for `destroy`. */
  readonly putSearchEpochs: (epochs: readonly SearchEpoch[]) => Promise<void>;
  /** The ledger: who was ever erased, oldest first. */
  readonly erasures: () => Promise<readonly Erasure[]>;
}
