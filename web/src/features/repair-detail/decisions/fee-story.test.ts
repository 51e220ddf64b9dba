import type { HistoryEntry } from '@atelier/contracts/repair-detail/schema.ts';
import { describe, expect, it } from 'vitest';
import { feeStory, rejectionIn } from './fee-story.ts';

const entry = (type: string, details: object = {}, reason: string | null = null) =>
  ({ type, details, reason }) as unknown as HistoryEntry;
const fee = (amount: number) => ({ fee: { amount, currency: 'EUR' } });
const deposited = entry('ItemDeposited', fee(4_000));

describe('what became of the fee (product/repair.md §12)', () => {
  it('is as agreed at deposit while nothing changed it', () => {
    expect(feeStory([deposited])).toEqual({ agreed: 4_000, cause: null });
  });

  it('begins with what was agreed at the counter, which the warranty may leave undue', () => {
    const agreed = entry('ItemDeposited', { ...fee(0), agreed_fee: { amount: 3_000, currency: 'EUR' } });
    expect(feeStory([agreed])).toEqual({ agreed: 3_000, cause: null });
  });

  it('names the findings that quoted another', () => {
    const quoted = entry('FeeQuoted', { ...fee(9_000), because: 'findings' });
    expect(feeStory([deposited, quoted])).toEqual({ agreed: 4_000, cause: { because: 'findings' } });
  });

  it('names the reason of a fee set by hand, until the customer agrees', () => {
    const set = entry('FeeQuoted', { ...fee(9_000), because: 'override' }, 'rare stone');
    const story = { agreed: 4_000, cause: { because: 'override', reason: 'rare stone' } };
    expect(feeStory([deposited, set])).toEqual(story);
    expect(feeStory([deposited, set, entry('FeeAccepted', fee(9_000))])).toEqual({
      agreed: 9_000,
      cause: null,
    });
  });

  it('forgets what was agreed once a waiver was rejected', () => {
    const rejected = entry('WaiverDecided', { decision: 10 }, 'worn out');
    expect(feeStory([deposited, rejected])).toEqual({
      agreed: null,
      cause: { because: 'rejected', reason: 'worn out' },
    });
    expect(feeStory([deposited, entry('WaiverDecided', { decision: 11 })]).agreed).toBe(4_000);
  });
});

describe('why a waiver was rejected', () => {
  const rejected = (why: string) => entry('WaiverDecided', { decision: 10 }, why);

  it('is the last reason, until another decision stands', () => {
    expect(rejectionIn([deposited])).toBe('');
    expect(rejectionIn([deposited, rejected('worn out'), rejected('still worn out')])).toBe('still worn out');
    expect(rejectionIn([rejected('worn out'), entry('WaiverDecided', { decision: 11 })])).toBe('');
  });
});
