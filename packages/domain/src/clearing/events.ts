import type { DomainEvent } from '../decider.ts';
import type { Actor, ClearingRunId, Day, Instant, ItemId, RmaId } from '../kernel.ts';

/** What a run was asked to clear (`GET /tools/autoclientreceived`, product/clearing.md §1). Days are inclusive. */
export interface ClearingFilter {
  readonly rmaIds: readonly RmaId[];
  readonly startDate: Day | null;
  readonly endDate: Day;
  readonly limit: number;
  /** Leave out items without a purchase date, or with one after their deposit. */
  readonly validPurchaseDateOnly: boolean;
}

export interface Skipped {
  readonly itemId: ItemId;
  /** A rejection code, or why an undo left the item alone. */
  readonly because: string;
}

/** Events of one order-clearing run, stream `clearing-run-<id>`. */
export type ClearingRunStarted = DomainEvent<
  'ClearingRunStarted',
  {
    readonly runId: ClearingRunId;
    readonly filter: ClearingFilter;
    readonly scheduled: boolean;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
export type ClearingRunItemsCleared = DomainEvent<
  'ClearingRunItemsCleared',
  { readonly itemIds: readonly ItemId[]; readonly skipped: readonly Skipped[]; readonly at: Instant }
>;
export type ClearingRunFinished = DomainEvent<'ClearingRunFinished', { readonly at: Instant }>;
export type ClearingRunUndone = DomainEvent<
  'ClearingRunUndone',
  {
    readonly restored: readonly ItemId[];
    readonly skipped: readonly Skipped[];
    readonly reason: string;
    readonly at: Instant;
    readonly by: Actor;
  }
>;

export type ClearingEvent =
  | ClearingRunStarted
  | ClearingRunItemsCleared
  | ClearingRunFinished
  | ClearingRunUndone;
export type ClearingEventType = ClearingEvent['type'];
