import { accept, reject } from '../decider.ts';
import type { Decision } from '../decider.ts';
import { remarkRefusal } from '../remark-length.ts';
import { stamp } from './build.ts';
import type { CommandContext, ItemCommand } from './commands.ts';
import type { ItemEvent } from './events.ts';
import { custodyRefusal, endedRefusal, firstRefusal, refuse } from './guards.ts';
import type { Item } from './item.ts';

type Of<Type extends ItemCommand['type']> = Extract<ItemCommand, { type: Type }>;

/** Store (1) and factory (2) remarks, 120 words at most; open in every status, also after the end. */
export function decideAddComment(
  { commentId, commentType, text, email }: Of<'AddComment'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const refusal = remarkRefusal(text, context.policy.remarkWords);
  if (refusal !== null) return { ok: false, rejection: refusal };
  const data = { customerRef: item.customerRef, commentId, commentType, text: text.trim(), email };
  return accept<ItemEvent>({ type: 'CommentAdded', data: { ...data, ...stamp(context) } });
}

/** The log of pickup follow-ups while the jewel waits for its owner (product.md §12). */
export function decideFollowUp(
  { result, note }: Of<'RecordFollowUp'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  if (item.status !== 15) return reject('illegal_transition', { from: item.status });
  const refusal =
    note === null || note.trim() === '' ? null : remarkRefusal(note, context.policy.remarkWords);
  if (refusal !== null) return { ok: false, rejection: refusal };
  const data = { customerRef: item.customerRef, result, note, ...stamp(context) };
  return accept<ItemEvent>({ type: 'FollowUpRecorded', data });
}

/** Marks an item for another factory: at 3 or 17, unpacked, nothing missing (product.md §11 "Transfer"). */
export function decideFlagForTransfer(
  { toSiteId }: Of<'FlagForTransfer'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const refusal = firstRefusal(
    () => endedRefusal(item),
    () =>
      item.status === 3 || item.status === 17
        ? null
        : refuse('illegal_transition', { from: item.status, to: 18 }),
    () => (item.leg === null ? null : refuse('item_bound_elsewhere', { shipment_id: item.leg.shipmentId })),
    () => (item.holds.includes('missing') ? refuse('held_missing') : null),
    () => custodyRefusal(item, context.actor),
    () =>
      item.custody.kind === 'site' && item.custody.siteId === toSiteId ? refuse('wrong_destination') : null,
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  if (item.transferTo === toSiteId) return accept<ItemEvent>();
  return accept<ItemEvent>({ type: 'TransferFlagged', data: { toSiteId, ...stamp(context) } });
}

export function decideUnflagTransfer(item: Item, context: CommandContext): Decision<ItemEvent> {
  if (item.transferTo === null) return accept<ItemEvent>();
  return accept<ItemEvent>({ type: 'TransferUnflagged', data: stamp(context) });
}
