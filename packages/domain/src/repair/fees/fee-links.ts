import { accept, type Decision } from '../../decider.ts';
import type { Money } from '../../kernel.ts';
import { DEFAULT_POLICY, type Policy } from '../../policy.ts';
import { stamp } from '../item/build.ts';
import type { AnswerFee, CommandContext, ItemCommand } from '../item/commands.ts';
import type { ItemEvent } from '../item/events.ts';
import { isFeeFrozen, isFeeMissing, isFeeSettled } from './fees.ts';
import type { FeeLinkStanding, FeeLinkWay } from '../item/fee-link-contract.ts';
import { blankRefusal, firstRefusal, refuse, type Refusal } from '../holds/guards.ts';
import type { Item } from '../item/item.ts';
import type { FeeLink } from '../item/parts.ts';
import { Status } from '../../shared/status.ts';

type Of<Type extends ItemCommand['type']> = Extract<ItemCommand, { type: Type }>;

/** The link of a secret with this hash; undefined for any other text. */
export const linkOf = (item: Item, hash: string): FeeLink | undefined =>
  item.fee.links.find((link) => link.hash === hash);

type LinkPolicy = Pick<Policy, 'feeLinkLimits'>;

/** Above the configured amount a shop could answer for its customer by a link that it made for its own screen. */
function mayBeAnswered(fee: Money, way: FeeLinkWay | undefined, { feeLinkLimits }: LinkPolicy): boolean {
  const limit = feeLinkLimits?.[fee.currency];
  return limit === undefined || fee.amount <= limit || way === 'message';
}

/** What a link is good for now: `waiting` for its one answer, or why it takes none (product/repair.md §12.1). */
export function standingOf(
  item: Item,
  { state, fee, way }: FeeLink,
  policy: LinkPolicy = DEFAULT_POLICY,
): FeeLinkStanding {
  if (item.isCustomerErased) return 'erased';
  if (item.status === Status.Cancelled) return 'cancelled';
  if (state === 'changed' && isFeeSettled(item)) return 'settled';
  if (state !== 'open') return state;
  if (isFeeFrozen(item)) return 'frozen';
  if (item.waiver.code === 1) return 'review';
  if (isFeeSettled(item)) return 'settled';
  return mayBeAnswered(fee, way, policy) ? 'waiting' : 'unsent';
}

/** A link can be made where a named fee waits for its customer's answer, and for nothing else. */
function notAskedRefusal(item: Item): Refusal {
  return firstRefusal(
    () => (item.isCustomerErased ? refuse('person_erased') : null),
    () => (item.status === Status.Cancelled ? refuse('item_cancelled') : null),
    () => (isFeeFrozen(item) ? refuse('waiver_frozen', { status: item.status }) : null),
    () => (isFeeMissing(item) ? refuse('fee_missing') : null),
    () => (item.waiver.code === 1 ? refuse('waiver_under_review') : null),
    () => (isFeeSettled(item) ? refuse('fee_already_settled') : null),
  );
}

/** Another link for the amount that is due; the one before ends. */
export function decideMakeFeeLink(
  { linkHash, way, message, unlessOpen = false }: Of<'MakeFeeLink'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const refusal = notAskedRefusal(item);
  if (refusal !== null) return { ok: false, rejection: refusal };
  if (unlessOpen && hasOpenLink(item)) return accept<ItemEvent>();
  const { due: fee } = item.fee;
  if (!mayBeAnswered(fee, way, context.policy))
    return { ok: false, rejection: refuse('fee_link_by_message', { ...fee }) };
  const sent = { ...(way !== undefined && { way }), ...(message && { message }) };
  const data = { linkHash, fee, ...sent, ...stamp(context) };
  return accept<ItemEvent>({ type: 'FeeLinkMade', data });
}

const hasOpenLink = ({ fee }: Item): boolean => fee.links.some(({ state }) => state === 'open');

/** Without an open link there is nothing to revoke, and nothing is written. */
export function decideRevokeFeeLink(item: Item, context: CommandContext): Decision<ItemEvent> {
  return hasOpenLink(item)
    ? accept<ItemEvent>({ type: 'FeeLinkRevoked', data: stamp(context) })
    : accept<ItemEvent>();
}

/** One answer for exactly the amount that the link names; an approval is signed. */
export function decideAnswerFee(
  { type: _type, answer, network, atShopNetwork = false, ...given }: AnswerFee,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const link = linkOf(item, given.linkHash);
  if (link === undefined) return { ok: false, rejection: refuse('not_found') };
  const standing = standingOf(item, link, context.policy);
  const refusal = firstRefusal(
    () => (standing === 'waiting' ? null : refuse('fee_link_ended', { standing })),
    () => (isSame(given, link) ? null : refuse('amount_invalid', { ...link.fee })),
    () => blankRefusal(given.name, 'text_required'),
    () => (answer === 'approved' && given.signature === null ? refuse('signature_required') : null),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  const from = { network: network ?? null, atShopNetwork };
  const data = { customerRef: item.customerRef, ...given, ...from, ...stamp(context) };
  return accept<ItemEvent>({ type: answer === 'approved' ? 'FeeApproved' : 'FeeDeclined', data });
}

const isSame = ({ fee }: Pick<AnswerFee, 'fee'>, link: FeeLink): boolean =>
  fee.amount === link.fee.amount && fee.currency === link.fee.currency;
