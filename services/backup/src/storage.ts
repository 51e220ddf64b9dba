import type { Bytes } from './sealing.ts';

export interface StoredFile {
  /** With slashes, from the storage's root. */
  readonly name: string;
  readonly size: number;
}

/** Where backups lie. Holds sealed bytes under names and knows nothing of them. */
export interface BackupStorage {
  /** For people: a folder or an address, without secrets. */
  readonly place: string;
  /** Writes a file whole or not at all, over one of the same name; answers its size. */
  readonly put: (name: string, bytes: Bytes) => Promise<number>;
  /** @throws when there is none, at the latest while it is read */
  readonly get: (name: string) => Bytes;
  /** Files whose names begin so, in the order of their names. */
  readonly list: (prefix: string) => Promise<readonly StoredFile[]>;
  /** One that is not there is no error. */
  readonly remove: (name: string) => Promise<void>;
  /** Removes what is left of writes that began before then and never ended; answers how many they were. */
  readonly removeUnfinished: (before: Date) => Promise<number>;
}
