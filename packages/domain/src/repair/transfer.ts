import { accept, type Decision } from '../decider.ts';
import { freeText, stamp } from './item/build.ts';
import type { CommandContext, ItemCommand } from './item/commands.ts';
import type { ItemEvent } from './item/events.ts';
import {
  blankRefusal,
  custodyRefusal,
  endedRefusal,
  firstRefusal,
  heldRefusal,
  refuse,
  type Refusal,
} from './holds/guards.ts';
import { transferOf, type Item } from './item/item.ts';
import { Status } from '../shared/status.ts';

type Of<Type extends ItemCommand['type']> = Extract<ItemCommand, { type: Type }>;

/**
 * `can_transfer` (product/transfer.md §2): at 3 or 17, where the actor stands, in no package, no hold that stops 18. Null when
 * it may go to another factory.
 */
export function transferRefusal(item: Item, { actor }: Pick<CommandContext, 'actor'>): Refusal {
  return firstRefusal(
    () => endedRefusal(item),
    () =>
      item.status === Status.ReceiveFromShop || item.status === Status.SAVCheckResult
        ? null
        : refuse('illegal_transition', { from: item.status, to: Status.MCToCN }),
    () =>
      item.legs.current === null
        ? null
        : refuse('item_bound_elsewhere', { shipment_id: item.legs.current.shipmentId }),
    () => heldRefusal(item, Status.MCToCN),
    () => custodyRefusal(item, actor),
  );
}

/** `POST /sav/need_to_transfer`: says that another factory has to do it, and why. */
export function decideNeedTransfer(
  { reason }: Of<'NeedTransfer'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const refusal = transferRefusal(item, context) ?? blankRefusal(reason, 'reason_required');
  if (refusal !== null) return { ok: false, rejection: refusal };
  const words = reason.trim();
  if (transferOf(item).need?.reason === words) return accept<ItemEvent>();
  return accept<ItemEvent>({
    type: 'TransferNeeded',
    data: { ...freeText(item, { reason: words }), ...stamp(context) },
  });
}

/** It stays here after all. In a basket it would be sent all the same: it is taken out of that too. */
export function decideWithdrawNeed(item: Item, context: CommandContext): Decision<ItemEvent> {
  if (transferOf(item).need === null) return accept<ItemEvent>();
  const unflagged = decideUnflagTransfer(item, context);
  if (!unflagged.ok) return unflagged;
  const withdrawn: ItemEvent = { type: 'TransferNeedWithdrawn', data: stamp(context) };
  const refusal = custodyRefusal(item, context.actor);
  return refusal === null ? accept(...unflagged.events, withdrawn) : { ok: false, rejection: refusal };
}

/** Into the basket, for one factory; assigned again when it is in it for another (product/transfer.md §1). */
export function decideFlagForTransfer(
  { toSiteId }: Of<'FlagForTransfer'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const { custody } = item;
  const isHere = custody.kind === 'site' && custody.siteId === toSiteId;
  const { factories } = context.policy;
  const isClosed = factories !== null && !factories.includes(toSiteId);
  const refusal = transferRefusal(item, context) ?? (isHere || isClosed ? refuse('wrong_destination') : null);
  if (refusal !== null) return { ok: false, rejection: refusal };
  if (transferOf(item).to === toSiteId) return accept<ItemEvent>();
  return accept<ItemEvent>({ type: 'TransferFlagged', data: { toSiteId, ...stamp(context) } });
}

/** Takes the piece out of the basket, by an account of the site where it lies; also when held or packed by now. */
export function decideUnflagTransfer(item: Item, context: CommandContext): Decision<ItemEvent> {
  if (transferOf(item).to === null) return accept<ItemEvent>();
  const refusal = custodyRefusal(item, context.actor);
  if (refusal !== null) return { ok: false, rejection: refusal };
  return accept<ItemEvent>({ type: 'TransferUnflagged', data: stamp(context) });
}
