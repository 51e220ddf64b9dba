import type { FeeApproved, FeeDeclined, FeeLinkMade } from '../item/money-events.ts';
import type { Fee, FeeAnswer, FeeLink, FeeLinkState } from '../item/parts.ts';

/** No fee link was made. */
export const NO_LINKS: Pick<Fee, 'links' | 'signed'> = { links: [], signed: null };

export function linkMade(fee: Fee, { linkHash, fee: asked, way }: FeeLinkMade['data']): Fee {
  const asOpen = { hash: linkHash, fee: asked, state: 'open', answeredAt: null } as const;
  const link: FeeLink = { ...asOpen, ...(way !== undefined && { way }) };
  return { ...fee, links: [...endOpen(fee.links, 'replaced'), link] };
}

export const linkRevoked = (fee: Fee): Fee => ({ ...fee, links: endOpen(fee.links, 'revoked') });

/** An approval accepts exactly the amount that was signed for. */
export function approved(fee: Fee, data: FeeApproved['data']): Fee {
  const links = answered(fee.links, 'approved', data);
  return { ...fee, links, accepted: data.fee, signed: { before: fee.accepted } };
}

/** A declined fee is as open as before. */
export const declined = (fee: Fee, data: FeeDeclined['data']): Fee => ({
  ...fee,
  links: answered(fee.links, 'declined', data),
});

const answered = (
  links: readonly FeeLink[],
  state: FeeAnswer,
  { linkHash, at }: FeeApproved['data'],
): readonly FeeLink[] =>
  links.map((link) => (link.hash === linkHash ? { ...link, state, answeredAt: at } : link));

/** Another amount: what was signed for the old one is void, and its link ends (product/repair.md §12.1). */
export function withoutSigned(before: Fee, after: Fee): Fee {
  const isSame = before.due.amount === after.due.amount && before.due.currency === after.due.currency;
  if (isSame) return after;
  const links = endOpen(after.links, 'changed');
  if (after.signed === null) return { ...after, links };
  return { ...after, links, accepted: after.signed.before, signed: null };
}

const endOpen = (links: readonly FeeLink[], state: FeeLinkState): readonly FeeLink[] =>
  links.map((link) => (link.state === 'open' ? { ...link, state } : link));
