import { accept, reject, type Decision } from '../../decider.ts';
import { localDay } from '../../calendar.ts';
import type { FollowUpResult } from '../../shared/item-facts.ts';
import { remarkRefusal } from '../../remark-length.ts';
import { stamp } from '../item/build.ts';
import type { CommandContext, ItemCommand } from '../item/commands.ts';
import type { ItemEvent } from '../item/events.ts';
import type { Item } from '../item/item.ts';
import { nextCallOn, wrongCallField } from './calls.ts';
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
  { result, note, call }: Of<'RecordFollowUp'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  if (item.status !== Status.ShopReceived) return reject('illegal_transition', { from: item.status });
  const refusal =
    note === null || note.trim() === '' ? null : remarkRefusal(note, context.policy.remarkWords);
  if (refusal !== null) return { ok: false, rejection: refusal };
  const agreed = call && agreedIn(call, result, context);
  if (agreed?.field !== undefined) return reject('invalid_input', { field: agreed.field });
  const data = { customerRef: item.customerRef, result, note, ...agreed?.facts, ...stamp(context) };
  return accept<ItemEvent>({ type: 'FollowUpRecorded', data });
}

type CallOf = NonNullable<Of<'RecordFollowUp'>['call']>;

function agreedIn({ timeZone, ...call }: CallOf, result: FollowUpResult, { now }: CommandContext) {
  const today = localDay(now, timeZone);
  const field = wrongCallField(call, result, today);
  return { field, facts: { ...call, nextCallOn: nextCallOn(call, today) } };
}
