import type { HistoryEntry } from '@atelier/contracts/repair-detail/schema.ts';
import { describe, expect, it } from 'vitest';
import { feeLinkStory } from './fee-link-story.ts';

const entry = (type: string, details: object = {}) =>
  ({ type, details, at: type }) as unknown as HistoryEntry;
const fee = (amount: number) => ({ fee: { amount, currency: 'EUR' } });
const made = entry('FeeLinkMade', fee(7_000));
const approved = entry('FeeApproved', { ...fee(7_000), name: 'Camille Laurent' });

describe('what became of a link (product/repair.md §12.1)', () => {
  it('is empty without a fee link', () => {
    expect(feeLinkStory([entry('FeeQuoted', fee(7_000))])).toBeNull();
  });

  it.each([
    ['open', [made]],
    ['revoked', [made, entry('FeeLinkRevoked')]],
    ['open', [made, entry('FeeLinkRevoked'), made]],
    ['approved', [made, approved]],
    ['declined', [made, entry('FeeDeclined', fee(7_000))]],
    ['settled', [made, entry('FeeAccepted', fee(7_000))]],
    ['changed', [made, entry('FeeQuoted', fee(7_001))]],
    ['void', [made, approved, entry('FeeQuoted', fee(6_999))]],
    ['approved', [made, approved, entry('FeeQuoted', fee(7_000))]],
    ['changed', [made, entry('WaiverDecided', { decision: 11 })]],
    ['open', [made, entry('WaiverDecided', { decision: 10 })]],
  ] as const)('%s after its events', (state, history) => {
    expect(feeLinkStory([...history])).toMatchObject({ state });
  });

  it('says who answered, for what and when; of an erased person no name', () => {
    const story = { state: 'approved', at: 'FeeApproved', amount: 7_000 };
    expect(feeLinkStory([made, approved])).toEqual({ ...story, name: 'Camille Laurent' });
    const erased = entry('FeeApproved', { ...fee(7_000), name: null });
    expect(feeLinkStory([made, erased])).toEqual({ ...story, name: '' });
  });
});
