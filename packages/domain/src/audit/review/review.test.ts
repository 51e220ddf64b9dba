import { describe, expect, it } from 'vitest';
import {
  evolveUnusualReview,
  initialUnusualReview,
  reviewUnusual,
  type AskedReview,
  type UnusualReviewState,
} from './review.ts';

const by = { userId: 7, workerId: null };
const context = { now: '2026-11-20T10:00:00.000Z', by };
const asked = (part: Partial<AskedReview>): AskedReview => ({
  eventPosition: 17,
  state: 'looked_at',
  note: null,
  wordsRef: 'customer-1',
  ...part,
});

const after = (...steps: readonly Partial<AskedReview>[]): UnusualReviewState =>
  steps.reduce<UnusualReviewState>((state, step) => {
    const decision = reviewUnusual(asked(step), state, context);
    return decision.ok ? decision.events.reduce(evolveUnusualReview, state) : state;
  }, initialUnusualReview);

describe('the review of an unusual event', () => {
  it('follows from open to looked at, explained and open again', () => {
    expect(after({})).toMatchObject({ state: 'looked_at', at: context.now, by });
    expect(after({}, { state: 'explained', note: 'on leave' })).toMatchObject({ note: 'on leave' });
    expect(after({}, { state: 'explained', note: 'x' }, { state: 'open' })).toMatchObject({
      state: 'open',
      note: null,
    });
  });

  it('rejects an explanation without words', () => {
    expect(reviewUnusual(asked({ state: 'explained' }), initialUnusualReview, context)).toMatchObject({
      ok: false,
    });
  });

  it('writes nothing for a state that holds already', () => {
    expect(reviewUnusual(asked({ state: 'open' }), initialUnusualReview, context)).toMatchObject({
      events: [],
    });
    expect(reviewUnusual(asked({}), after({}), context)).toMatchObject({ events: [] });
  });
});
