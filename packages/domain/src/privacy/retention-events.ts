import type { DomainEvent } from '../decider.ts';
import type { Actor, CustomerRef, Instant } from '../kernel.ts';
import type { RetentionSchedule } from '../shared/retention.ts';
import type { KeptBecause } from './contract.ts';

interface Decided {
  readonly at: Instant;
  readonly by: Actor;
}

/**
 * Events of the schedule, stream `retention-schedule-1`: what was proposed and who decided. What holds is the setting
 * `retention` of the configuration, whose event stands in the same append as the approval.
 */
export type RetentionScheduleProposed = DomainEvent<
  'RetentionScheduleProposed',
  Decided & {
    /** 1, 2, … */
    readonly proposal: number;
    readonly schedule: RetentionSchedule;
    readonly previous: RetentionSchedule;
    readonly reason: string;
  }
>;
export type RetentionScheduleApproved = DomainEvent<
  'RetentionScheduleApproved',
  Decided & { readonly proposal: number }
>;
export type RetentionScheduleRefused = DomainEvent<
  'RetentionScheduleRefused',
  Decided & { readonly proposal: number; readonly note: string }
>;
export type RetentionScheduleWithdrawn = DomainEvent<
  'RetentionScheduleWithdrawn',
  Decided & { readonly proposal: number }
>;
export type RetentionScheduleEvent =
  | RetentionScheduleProposed
  | RetentionScheduleApproved
  | RetentionScheduleRefused
  | RetentionScheduleWithdrawn;

/** Events of one run, stream `retention-run-<yyyymmdd>`: one for each day (UTC), however many workers begin it. */
export type RetentionRunStarted = DomainEvent<
  'RetentionRunStarted',
  {
    readonly runId: number;
    /** Customers whose term is over and whom nothing keeps; it asks for no more than these. */
    readonly found: number;
    readonly needsApproval: boolean;
    readonly schedule: RetentionSchedule;
    readonly at: Instant;
  }
>;
export type RetentionRunApproved = DomainEvent<'RetentionRunApproved', Decided>;
export type RetentionRunRefused = DomainEvent<'RetentionRunRefused', Decided & { readonly note: string }>;
/** A part of the run: its requests stand in the same append. */
export type RetentionBatchAsked = DomainEvent<
  'RetentionBatchAsked',
  {
    readonly asked: readonly { readonly customerRef: CustomerRef; readonly requestId: number }[];
    /** Whom something kept between the search and the request, and what. */
    readonly kept: readonly { readonly customerRef: CustomerRef; readonly because: KeptBecause }[];
    /** The last customer of the part, in the order of their references: the next part begins behind it. */
    readonly through: CustomerRef;
    readonly at: Instant;
  }
>;
export type RetentionRunEnded = DomainEvent<
  'RetentionRunEnded',
  { readonly because: 'done' | 'switched_off'; readonly at: Instant }
>;
export type RetentionRunEvent =
  | RetentionRunStarted
  | RetentionRunApproved
  | RetentionRunRefused
  | RetentionBatchAsked
  | RetentionRunEnded;

export type RetentionEvent = RetentionScheduleEvent | RetentionRunEvent;

/** There is one schedule. */
export const SCHEDULE_ID = 1;
export const retentionScheduleStream = `retention-schedule-${SCHEDULE_ID}`;
export const retentionRunStream = (runId: number): string => `retention-run-${runId}`;
