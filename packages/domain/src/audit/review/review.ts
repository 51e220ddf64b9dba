import { accept, reject, type Decision } from '../../decider.ts';
import type { Actor, Instant } from '../../kernel.ts';
import type { ReviewState, UnusualReviewed } from './events.ts';

/** How far one unusual event is reviewed; none = open. */
export interface UnusualReview {
  readonly kind: 'review';
  readonly eventPosition: number;
  readonly state: ReviewState;
  readonly note: string | null;
  readonly wordsRef: string;
  readonly at: Instant;
  readonly by: Actor;
}
export type UnusualReviewState = { readonly kind: 'none' } | UnusualReview;
export const initialUnusualReview: UnusualReviewState = { kind: 'none' };

/** Folds one event into a review. */
export const evolveUnusualReview = (
  _: UnusualReviewState,
  { data }: UnusualReviewed,
): UnusualReviewState => ({
  kind: 'review',
  ...data,
});

export interface AskedReview {
  readonly eventPosition: number;
  readonly state: ReviewState;
  readonly note: string | null;
  readonly wordsRef: string;
}

/** Sets the state of a review. An explanation needs its words; what is so already writes nothing. */
export function reviewUnusual(
  asked: AskedReview,
  known: UnusualReviewState,
  { now, by }: { readonly now: Instant; readonly by: Actor },
): Decision<UnusualReviewed> {
  if (asked.state === 'explained' && asked.note === null) return reject('reason_required');
  const state = known.kind === 'none' ? 'open' : known.state;
  if (state === asked.state && asked.note === null) return accept<UnusualReviewed>();
  return accept<UnusualReviewed>({ type: 'UnusualReviewed', data: { ...asked, at: now, by } });
}

export interface UnusualReviewRow {
  readonly id: number;
  readonly state: ReviewState;
  readonly words_ref: string;
  readonly reviewed_at: Instant;
  readonly reviewed_by: number | null;
}

/** The inline read-model row (`version` and `position` are the append's). Notes stay in the log, sealed. */
export const toUnusualReviewRow = (review: UnusualReview): UnusualReviewRow => ({
  id: review.eventPosition,
  state: review.state,
  words_ref: review.wordsRef,
  reviewed_at: review.at,
  reviewed_by: review.by.userId,
});
