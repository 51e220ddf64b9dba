import type { DomainEvent } from '../../decider.ts';
import type { Day, Actor, CustomerRef, Instant } from '../../kernel.ts';
import type { CallOutcome } from '../remarks/call-outcomes.ts';
import type { FollowUpResult } from '../../shared/item-facts.ts';

export type CommentAdded = DomainEvent<
  'CommentAdded',
  {
    readonly customerRef: CustomerRef;
    readonly commentId: number;
    /** 1 store, 2 factory (product/repair.md §16). */
    readonly commentType: 1 | 2;
    readonly text: string;
    /** An optional addressee inside the brand. */
    readonly email: string | null;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
export type FollowUpRecorded = DomainEvent<
  'FollowUpRecorded',
  {
    readonly customerRef: CustomerRef;
    readonly result: FollowUpResult;
    readonly note: string | null;
    /** How a call from the list ended, and what was agreed (product/reminders.md §4); absent in older events. */
    readonly outcome?: CallOutcome;
    readonly comesOn?: Day | null;
    readonly nextCallOn?: Day | null;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
