import type { HistoryEntry } from '@atelier/contracts/repair-detail/schema.ts';

/** Why the fee is what it is now. */
export type FeeCause =
  | { readonly because: 'findings' | 'outcome' }
  | { readonly because: 'override' | 'rejected'; readonly reason: string };

export interface FeeStory {
  /** The amount the customer agreed to last, in minor units; null = none that still counts. */
  readonly agreed: number | null;
  /** null = as agreed at deposit. */
  readonly cause: FeeCause | null;
}

/** What was agreed and what changed it since, out of the item's own history (product/repair.md §12). */
export function feeStory(history: readonly HistoryEntry[]): FeeStory {
  return history.reduce<FeeStory>(told, { agreed: null, cause: null });
}

function told(story: FeeStory, { type, details, reason }: HistoryEntry): FeeStory {
  switch (type) {
    case 'ItemDeposited':
      return { agreed: amountIn(details['agreed_fee']) ?? amountIn(details['fee']), cause: null };
    case 'FeeAccepted':
    case 'FeeApproved':
      return { agreed: amountIn(details['fee']), cause: null };
    case 'FeeQuoted':
      return { ...story, cause: causeOf(details['because'], reason) };
    case 'WaiverDecided':
      // What was agreed before a rejected waiver no longer counts.
      return details['decision'] === 10
        ? { agreed: null, cause: { because: 'rejected', reason: reason ?? '' } }
        : story;
    default:
      return story;
  }
}

function causeOf(because: unknown, reason: string | null): FeeCause | null {
  if (because === 'override') return { because, reason: reason ?? '' };
  return because === 'findings' || because === 'outcome' ? { because } : null;
}

function amountIn(fee: unknown): number | null {
  if (typeof fee !== 'object' || fee === null || !('amount' in fee)) return null;
  return typeof fee.amount === 'number' ? fee.amount : null;
}

/** Why the last waiver was rejected; '' when none was, or it may not be read here. */
export function rejectionIn(history: readonly HistoryEntry[]): string {
  const last = history.findLast(({ type }) => type === 'WaiverDecided');
  return last?.details['decision'] === 10 ? (last.reason ?? '') : '';
}
