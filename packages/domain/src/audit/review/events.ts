import type { DomainEvent } from '../../decider.ts';
import type { Actor, Instant } from '../../kernel.ts';

export const REVIEW_STATES = ['open', 'looked_at', 'explained'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** A reader of the log said how far an unusual event is reviewed. Stream `unusual-review-<position>`. */
export type UnusualReviewed = DomainEvent<
  'UnusualReviewed',
  {
    /** Of the unusual event in the log. */
    readonly eventPosition: number;
    readonly state: ReviewState;
    readonly note: string | null;
    /** Whose key seals the note: the customer whom the unusual event is about, its package, or the review itself. */
    readonly wordsRef: string;
    readonly at: Instant;
    readonly by: Actor;
  }
>;

/** Every event has a line; null = nothing personal in it. */
export const REVIEW_PERSONAL_DATA = {
  UnusualReviewed: { subject: 'wordsRef', fields: ['note'] },
} as const satisfies Record<UnusualReviewed['type'], object | null>;

export const unusualReviewStream = (position: number): string => `unusual-review-${position}`;
