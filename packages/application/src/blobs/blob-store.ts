/** A stored file: images, signatures, PDFs, exports. Never one node's disk. */
export interface Blob {
  /** SHA-256 of the bytes, lower-case hex: the same file is kept once. */
  readonly hash: string;
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
}

export interface BlobContent extends Blob {
  readonly bytes: Buffer;
}

/** The one port for files. PostgreSQL by default; an S3 adapter implements the same three calls. */
export interface BlobStore {
  /** Stores bytes under their hash; storing the same again is no error and changes nothing. */
  readonly put: (bytes: Uint8Array, mediaType: string) => Promise<Blob>;
  readonly get: (hash: string) => Promise<BlobContent | undefined>;
  /** Answers whether there was something to remove. */
  readonly remove: (hash: string) => Promise<boolean>;
}
