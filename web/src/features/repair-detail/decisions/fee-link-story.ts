import type { HistoryEntry } from '@atelier/contracts/repair-detail/schema.ts';

/** What became of the newest link by which the customer was asked (product/repair.md §12.1). */
export interface FeeLinkStory {
  /** `void`: approved, and the amount was changed since. */
  readonly state: 'open' | 'revoked' | 'changed' | 'approved' | 'declined' | 'void' | 'settled';
  readonly at: string;
  /** Minor units of what was asked. */
  readonly amount: number;
  /** Who answered; '' once they are erased, and before an answer. */
  readonly name: string;
}

const ENDED = { open: 'changed', approved: 'void' } as const;

/** Out of the piece's own history; null without a fee link. */
export const feeLinkStory = (history: readonly HistoryEntry[]): FeeLinkStory | null =>
  history.reduce<FeeLinkStory | null>(after, null);

function after(story: FeeLinkStory | null, { type, at, details }: HistoryEntry): FeeLinkStory | null {
  const amount = amountOf(details['fee']);
  if (type === 'FeeLinkMade') return { state: 'open', at, amount, name: '' };
  if (story === null) return null;
  switch (type) {
    case 'FeeLinkRevoked':
      return { ...story, state: 'revoked', at };
    case 'FeeApproved':
    case 'FeeDeclined':
      return { state: type === 'FeeApproved' ? 'approved' : 'declined', at, amount, name: nameIn(details) };
    case 'FeeAccepted':
      return story.state === 'open' ? { ...story, state: 'settled', at } : story;
    case 'FeeQuoted':
      return amount === story.amount ? story : endedBy(story);
    case 'WaiverDecided':
      return details['decision'] === 10 ? story : endedBy(story);
    default:
      return story;
  }
}

const endedBy = (story: FeeLinkStory): FeeLinkStory =>
  story.state === 'open' || story.state === 'approved' ? { ...story, state: ENDED[story.state] } : story;

const nameIn = ({ name }: HistoryEntry['details']): string => (typeof name === 'string' ? name : '');

function amountOf(fee: unknown): number {
  const isFee = typeof fee === 'object' && fee !== null && 'amount' in fee;
  return isFee && typeof fee.amount === 'number' ? fee.amount : 0;
}
