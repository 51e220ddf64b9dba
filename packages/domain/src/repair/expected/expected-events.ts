import type { DomainEvent } from '../../decider.ts';
import type { Actor, Day, Instant } from '../../kernel.ts';

/**
 * What moved the date: the deposit that gave the first one, an event of the log, or days that passed without one.
 * `position` is that event's place in the whole log; a new model is such an event too (`ReadyModelFitted`).
 */
export type ExpectedBecause =
  | { readonly kind: 'deposit' }
  | { readonly kind: 'event'; readonly position: number; readonly type: string }
  | { readonly kind: 'time' };

/** The kinds of `ExpectedBecause`. */
export const EXPECTED_KINDS = [
  'deposit',
  'event',
  'time',
] as const satisfies readonly ExpectedBecause['kind'][];

/**
 * Part of stream `item-<id>`; the newest counts while the piece is open (product/promise.md). Days on the calendar of the
 * piece's shop. It moves nothing and names no person.
 */
export type ReadyDateExpected = DomainEvent<
  'ReadyDateExpected',
  {
    /** Half of the pieces like it are ready by this day (P50). */
    readonly likely: Day;
    /** 85 of 100 are ready by this day (P85); never before `likely`. */
    readonly latest: Day;
    /** Number of the model that said so. */
    readonly model: number;
    readonly because: ExpectedBecause;
    readonly at: Instant;
    /** The system, but at the deposit. */
    readonly by: Actor;
  }
>;

/** Why a piece is expected later than first named, as its owner may know it (product/customer-page.md §9). */
export const LATER_CAUSES = ['answer', 'way', 'work', 'time'] as const;
export type LaterCause = (typeof LATER_CAUSES)[number];
