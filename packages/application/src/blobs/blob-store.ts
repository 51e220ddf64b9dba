import type { Queryable } from '@atelier/postgres/transaction.ts';

/** A stored file: images, signatures, PDFs, exports. Never one node's disk. */
export interface Blob {
  /** SHA-256 of the bytes, lower-case hex: the same file is kept once. For files with a given name, that name. */
  readonly hash: string;
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
}

export interface BlobContent extends Blob {
  readonly bytes: Buffer;
}

/** How a file is kept that goes after days. */
export interface PassingFile {
  /** 64 hex digits (`newFileName`): unlike a hash, they say nothing of what the file holds. */
  readonly name: string;
}

/** The one port for files. PostgreSQL by default; an S3 adapter implements the same calls. */
export interface BlobStore {
  /** Stores bytes under their hash, or under a name; storing the same again is no error and changes nothing. */
  readonly put: (bytes: Uint8Array, mediaType: string, passing?: PassingFile) => Promise<Blob>;
  /**
   * The bytes whose SHA-256 this is; undefined where there are none, or their key was destroyed.
   * @throws AlteredFile when what is kept under the hash is something else
   */
  readonly get: (hash: string) => Promise<BlobContent | undefined>;
  /** A file that was put under a given name, which does not depend on its bytes. @throws AlteredFile when it does not open */
  readonly getPassing: (name: string) => Promise<BlobContent | undefined>;
  /** Destroys the keys of files and removes them, but for those that an upload names. Answers how many. */
  readonly remove: (hashes: readonly string[]) => Promise<number>;
  /** The same within a transaction of role `atelier_app`, which what names the files leaves as well. */
  readonly removeWithin: (transaction: Queryable, hashes: readonly string[]) => Promise<number>;
}
