/** An event store in the race. Each has a separate database on the same server. */
export interface Contestant {
  readonly name: string;
  /**
   * Appends the bench event if the stream is at this version (0 = new). Answers false when another was faster.
   */
  readonly append: (streamId: string, expectedVersion: number) => Promise<boolean>;
  /** The cheapest way this store offers to learn where a stream is after a lost race. */
  readonly versionOf: (streamId: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** How a store behaves when writers pause before their commit and roll back (M6). */
export interface Ordering {
  readonly name: string;
  /** Appends to a new stream, holds the transaction open for so long, then commits or rolls back. */
  readonly appendHeld: (streamId: string, holdMs: number, commit: boolean) => Promise<void>;
  /** Delivers the stream ids of what is read, in reading order, until stopped. */
  readonly follow: (onStream: (streamId: string) => void) => Promise<() => Promise<void>>;
  readonly close: () => Promise<void>;
}
