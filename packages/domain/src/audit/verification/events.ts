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

/** Which sentence says what a fault is. */
export const LOG_FAULT_CODES = [
  'event_changed',
  'event_removed',
  'event_inserted',
  'event_below_one',
  'event_swapped',
  'copy_lacks',
  'copy_only',
  'head_differs',
  'head_beyond',
  'horizon_rows',
  'horizon_behind',
  'key_unreadable',
  'key_unused',
  'table_gone',
  'table_kind',
  'table_hidden',
  'table_filtered',
  'table_rule',
  'table_trigger',
  'table_computed',
  'checkpoint_key',
  'checkpoint_note',
  'checkpoint_row',
  'checkpoint_position',
  'checkpoint_missing',
  'checkpoint_kept',
  'cosignature_alone',
  'cosignature_unfit',
  'leaf_entry',
  'leaf_hash',
  'leaf_unfit',
  'tile_unfit',
  'tile_extra',
  'part_overlaps',
  'part_positions',
  'archive_end',
  'archive_missing',
  'archive_exchanged',
  'archive_unreadable',
  'archive_chain',
  'archive_events',
  'archive_count',
  'chain_content',
  'chain_gap',
  'stream_end',
  'stream_unknown',
] as const;
export type LogFaultCode = (typeof LOG_FAULT_CODES)[number];

/** A value that is proven to have been another. Numbers, yes or no, and texts that are codes; no words and nothing sealed. */
export interface ChangedValue {
  /** A column, or a path in one: `data.fee.amount`. */
  readonly field: string;
  readonly before: string | number | boolean | null;
  readonly after: string | number | boolean | null;
  /** `seal`: the sealed leaf holds it. `hash`: with it the event has the hash that was sealed. */
  readonly by: 'seal' | 'hash';
}

/** What is wrong and where. Events of earlier releases have `detail`, a sentence in English, in the place of a code. */
export interface FoundFault {
  readonly code?: LogFaultCode;
  /** Numbers and names in the code's sentence. */
  readonly facts?: Readonly<Record<string, string | number>>;
  /** Of the event, as it was sealed where that is known. */
  readonly type?: string | null;
  readonly values?: readonly ChangedValue[];
  readonly kind: (typeof LOG_FAULT_KINDS)[number];
  readonly stream: string | null;
  readonly version: number | null;
  readonly position: number | null;
  /** Columns of the event, between commas. */
  readonly field: string | null;
  readonly detail?: string;
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
