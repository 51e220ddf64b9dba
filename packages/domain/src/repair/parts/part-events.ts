import type { DomainEvent } from '../../decider.ts';
import type { Actor, Instant } from '../../kernel.ts';
import type { StatusId } from '../../shared/status.ts';
import type { PartKind } from '../contract.ts';

/** What was taken from stock, by pieces, by weight, or both: a stone without a weight leaves its interval unjudged. */
export interface PartLine {
  readonly kind: PartKind;
  /** Of the stock or the supplier: never a person's. */
  readonly code: string;
  /** null where it was weighed alone. */
  readonly pieces: number | null;
  /** null where it was counted alone. */
  readonly weightMg: number | null;
}

/** One record of parts used; a corrected one stays among them. */
export interface PartsRecord {
  readonly record: number;
  readonly corrects: number | null;
  readonly isCorrected: boolean;
  readonly status: StatusId;
  readonly lines: readonly PartLine[];
  readonly at: Instant;
  readonly by: Actor;
}

export type PartsUsed = DomainEvent<
  'PartsUsed',
  {
    /** Its place among the piece's records, from 1. */
    readonly record: number;
    /** The record that it replaces; without lines that one is withdrawn. */
    readonly corrects: number | null;
    readonly status: StatusId;
    readonly lines: readonly PartLine[];
    readonly at: Instant;
    readonly by: Actor;
  }
>;
