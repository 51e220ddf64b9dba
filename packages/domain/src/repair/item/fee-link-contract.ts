import type { AddressWay } from '../../shared/message-terms.ts';

/** What a link to a fee is good for: `waiting` for its one answer, else why it takes none (product/repair.md §12.1). */
export const FEE_LINK_STANDINGS = [
  'waiting',
  'unsent',
  'approved',
  'declined',
  'replaced',
  'revoked',
  'changed',
  'settled',
  'review',
  'frozen',
  'cancelled',
  'erased',
] as const;
export type FeeLinkStanding = (typeof FEE_LINK_STANDINGS)[number];

/** How a link left the house: with a message, on the shop's screen (shown as a code or copied), or on paper. */
export const FEE_LINK_WAYS = ['message', 'screen', 'printed'] as const;
export type FeeLinkWay = (typeof FEE_LINK_WAYS)[number];

/** The message that staff send a link with. The link's secret is made from its number. */
export interface FeeLinkMessage {
  readonly id: number;
  readonly to: AddressWay;
}

/** Changes with the words of the conditions (`fee.json`, `conditions`): what was signed names what was read. */
export const FEE_CONDITIONS_VERSION = '2026-11-27';

/** Where the page of a link is; the link's secret follows, and is logged nowhere. */
export const FEE_PATH = '/fee/';

export const FEE_TOKEN_LENGTH = { least: 34, most: 60 } as const;
