import type { DomainEvent } from '../../decider.ts';
import type { Actor, Instant } from '../../kernel.ts';

/** What can be wrong with the log, in the words of `verifyLog` (decisions/0153). */
export const LOG_FAULT_KINDS = [
  'changed',
  'removed',
  'inserted',
  'swapped',
  'stream',
  'rewritten',
  'rolled_back',
  'tree',
  'checkpoint',
  'cosignature',
  'archive',
  'file',
] as const;

/** Names, ids and columns; never what stands in an event. */
export interface FoundFault {
  readonly kind: (typeof LOG_FAULT_KINDS)[number];
  readonly stream: string | null;
  readonly version: number | null;
  readonly position: number | null;
  /** Columns of the event, between commas. */
  readonly field: string | null;
  /** What shows it, in English, as `npm run audit:verify` prints it. */
  readonly detail: string;
}

/** What was compared with what. */
export interface VerifiedParts {
  readonly events: number;
  readonly archived: number;
  readonly checkpoints: number;
  readonly cosignatures: number;
  /** Pictures and signatures that events name, each as often as it is named; absent in verifications from before they were compared. */
  readonly files?: number;
  /** Of them, pictures that no event says the content of. */
  readonly unbound?: number;
  /** Heads that lie outside the database. */
  readonly outside: number;
  /** Whether the worker had the log's key, so that signatures were checked. */
  readonly signatures: boolean;
}

/** Events of one verification of the log, stream `log-verification-<id>`. */
export type LogVerificationRequested = DomainEvent<
  'LogVerificationRequested',
  { readonly verificationId: number; readonly at: Instant; readonly by: Actor }
>;
export type LogVerificationFinished = DomainEvent<
  'LogVerificationFinished',
  {
    readonly verified: VerifiedParts;
    /** The first hundred. */
    readonly faults: readonly FoundFault[];
    readonly faultCount: number;
    readonly at: Instant;
  }
>;
/** It did not come to an end, after all attempts. */
export type LogVerificationFailed = DomainEvent<'LogVerificationFailed', { readonly at: Instant }>;

export type LogVerificationEvent = LogVerificationRequested | LogVerificationFinished | LogVerificationFailed;

/** Every event has a line; null = nothing personal in it. */
export const LOG_VERIFICATION_PERSONAL_DATA = {
  LogVerificationRequested: null,
  LogVerificationFinished: null,
  LogVerificationFailed: null,
} as const satisfies Record<LogVerificationEvent['type'], null>;
