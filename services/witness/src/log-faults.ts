/** How a log shows another tree than the one that was signed. */
export type ForkKind = 'rolled-back' | 'other-tree' | 'other-history' | 'other-leaves';

/** The log shows a tree that does not continue the one that was signed. */
export class LogForked extends Error {
  override name = 'LogForked';
  readonly kind: ForkKind;
  /** The checkpoint that shows it. */
  readonly note: string;

  constructor(kind: ForkKind, message: string, note: string) {
    super(message);
    this.kind = kind;
    this.note = note;
  }
}

/** Nothing answers at the log's address, or it cannot now: it is tried again. */
export class LogAway extends Error {
  override name = 'LogAway';
}

/** The log has no checkpoint yet, or the address is not where it is served. */
export class NoCheckpoint extends Error {
  override name = 'NoCheckpoint';
}

/** A checkpoint, and not signed by the key that this witness knows. */
export class UnknownKey extends Error {
  override name = 'UnknownKey';
}

/** The log takes no signature of this witness: it does not know its key. */
export class NotTaken extends Error {
  override name = 'NotTaken';
}

/** Something answers, and it is no log, or a part of it is not what a log has there. */
export class NotALog extends Error {
  override name = 'NotALog';
}
