import type { EncodedCommand, Settled } from './append-batch.ts';
import type { Queued } from './send-batch.ts';
import type { Idempotency } from '../types.ts';

/** A command in the append queue, until its caller is answered. */
export interface Waiting extends Queued {
  /** Its streams and its key: what it must have to itself while it is under way. */
  readonly claims: readonly string[];
  /** Answers the caller; only the first call counts. */
  readonly settle: (result: Settled) => void;
  /** Whether the caller was answered. */
  isOver: boolean;
  /** Whether a statement with it is under way. */
  isSent: boolean;
  /** How often it found a lock taken. */
  waits: number;
  /** Whether it travels alone, because a statement with it failed as a whole. */
  isAlone: boolean;
}

export function claimsOf({ streams, idempotency }: EncodedCommand): readonly string[] {
  const ids = streams.map((stream) => stream.streamId);
  return idempotency === undefined ? ids : [...ids, keyOf(idempotency)];
}

// No stream id begins with a bracket.
export const keyOf = (use: Idempotency): string => JSON.stringify([use.person, use.key]);
export const isKey = (claim: string): boolean => claim.startsWith('[');
