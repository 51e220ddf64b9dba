/**
 * Files that stay until their person is erased, and files that go after days: each kind is numbered
 * separately, so that destroyed keys lie together.
 */
export type FileKind = 'lasting' | 'passing';

/** A connection, as far as sealing asks it for something. */
export interface RunsSql {
  readonly query: <Row extends object>(
    text: string,
    values?: unknown[],
  ) => Promise<{ readonly rows: readonly Row[] }>;
}

/** The key of a file as the database holds it beside the file. */
export interface KeptFileKey {
  /** The number of its secret in the vault; null where the master key alone wrapped it. */
  readonly file: number | null;
  readonly vault: string | null;
  readonly wrapped_key: Buffer;
}

export interface SealedFile extends KeptFileKey {
  readonly bytes: Buffer;
}

/** What a file is bound to: sealed bytes open nowhere else. */
export interface FileLabel {
  readonly name: string;
  readonly mediaType: string;
}

/** Keys of files: one each, whose secret the vault can destroy (decisions/0169). */
export interface FileKeys {
  /** False while nodes of a release may run beside that read files in clear. */
  readonly isOn: () => boolean;
  readonly seal: (kind: FileKind, label: FileLabel, bytes: Buffer) => Promise<SealedFile>;
  /** Undefined once the secret is destroyed. Throws `UnreadableBytes` or `UnusableKey` when it does not open. */
  readonly open: (label: FileLabel, sealed: SealedFile) => Promise<Buffer | undefined>;
  /** Of these keys, those that are destroyed. */
  readonly listDestroyed: <K extends KeptFileKey>(keys: readonly K[]) => Promise<readonly K[]>;
  /**
   * Destroys the secrets of files for good. In the caller's transaction, which keeps other writers of the vault waiting until it ends and
   * removes the files themselves.
   */
  readonly destroy: (transaction: RunsSql, files: readonly number[]) => Promise<void>;
}
