import type { DomainEvent } from '../decider.ts';
import type { Instant } from '../kernel.ts';
import type { TranslatedText } from '../contract/translated-text.ts';

/** A sub-reason as an administrator saved it, all of it; stream `sub-reason-<id>` (product/reference.md §2). */
export type SubReasonSaved = DomainEvent<
  'SubReasonSaved',
  {
    readonly subReasonId: number;
    readonly reasonId: number;
    readonly names: TranslatedText;
    readonly descriptions: TranslatedText;
    readonly sort: number;
    readonly active: boolean;
    /** Covered by the warranty. */
    readonly warranty: boolean;
    readonly at: Instant;
  }
>;

/** A reason is offered from now on, or no more; stream `reason-<id>`. Names and order are as they were then. */
export type ReasonSwitched = DomainEvent<
  'ReasonSwitched',
  {
    readonly reasonId: number;
    readonly names: TranslatedText;
    readonly sort: number;
    readonly active: boolean;
    readonly at: Instant;
  }
>;

/** Every event of reasons has a line; null = nothing personal in it. */
export const REASON_PERSONAL_DATA = { SubReasonSaved: null, ReasonSwitched: null } as const;

export const subReasonStream = (id: number): string => `sub-reason-${id}`;
export const reasonStream = (id: number): string => `reason-${id}`;
