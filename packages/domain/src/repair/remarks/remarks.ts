import { accept, reject, type Decision } from '../../decider.ts';
import { remarkRefusal } from '../../remark-length.ts';
import { stamp } from '../item/build.ts';
import type { CommandContext, ItemCommand } from '../item/commands.ts';
import type { ItemEvent } from '../item/events.ts';
import type { Item } from '../item/item.ts';
import { Status } from '../../shared/status.ts';

type Of<Type extends ItemCommand['type']> = Extract<ItemCommand, { type: Type }>;

/**
 * Store (1) and factory (2) remarks, 120 words at most; open in every status, also after the end. Remarks are kept under the
 * customer's key: once the customer is erased they are refused, so that no author believes theirs was kept.
 */
export function decideAddComment(
  { commentId, commentType, text, email }: Of<'AddComment'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  if (item.isCustomerErased) return reject('person_erased');
  const refusal = remarkRefusal(text, context.policy.remarkWords);
  if (refusal !== null) return { ok: false, rejection: refusal };
  const data = { customerRef: item.customerRef, commentId, commentType, text: text.trim(), email };
  return accept<ItemEvent>({ type: 'CommentAdded', data: { ...data, ...stamp(context) } });
}

/** The log of pickup follow-ups while the jewel waits for its owner (product/repair.md §16). */
export function decideFollowUp(
  { result, note }: Of<'RecordFollowUp'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  if (item.status !== Status.ShopReceived) return reject('illegal_transition', { from: item.status });
  const refusal =
    note === null || note.trim() === '' ? null : remarkRefusal(note, context.policy.remarkWords);
  if (refusal !== null) return { ok: false, rejection: refusal };
  const data = { customerRef: item.customerRef, result, note, ...stamp(context) };
  return accept<ItemEvent>({ type: 'FollowUpRecorded', data });
}
