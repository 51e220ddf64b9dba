import type { DomainEvent } from '../../decider.ts';
import type { Instant } from '../../kernel.ts';

/**
 * Why the log is not sealed: `lock_held` by another session; the log ends before a head that a worker signed (`rolled_back`), is not the one of that head
 * (`rewritten`), contradicts its sealed leaves (`contradicts`), or unsealed events lie in an archive (`archived`). `not_kept`: it is sealed, and a worker
 * cannot keep the signed head outside the database.
 */
export const SEALING_TROUBLES = [
  'lock_held',
  'rolled_back',
  'rewritten',
  'contradicts',
  'archived',
  'not_kept',
] as const;
export type SealingTrouble = (typeof SEALING_TROUBLES)[number];

/** The first event that is not the one that was sealed, where it is known. */
export interface SealingPlace {
  readonly stream: string | null;
  readonly position: number | null;
}

/** Stream of the log's sealing, one for the installation. */
export const SEALING_STREAM = 'log-sealing';

export type LogSealingRefused = DomainEvent<
  'LogSealingRefused',
  { readonly code: SealingTrouble; readonly at: Instant } & SealingPlace
>;
/** The trouble is over. */
export type LogSealingResumed = DomainEvent<
  'LogSealingResumed',
  { readonly code: SealingTrouble; readonly at: Instant }
>;
export type SealingEvent = LogSealingRefused | LogSealingResumed;

/** Every event has a line; null = nothing personal in it. */
export const SEALING_PERSONAL_DATA = {
  LogSealingRefused: null,
  LogSealingResumed: null,
} as const satisfies Record<SealingEvent['type'], null>;
