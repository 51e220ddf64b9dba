import { accept, reject, type Decision } from '../../decider.ts';
import { localDay } from '../../calendar.ts';
import type { FollowUpResult } from '../../shared/item-facts.ts';
import { remarkRefusal } from '../../remark-length.ts';
import { stamp } from '../item/build.ts';
import type { CommandContext, ItemCommand } from '../item/commands.ts';
import type { ItemEvent } from '../item/events.ts';
import type { Item } from '../item/item.ts';
import {
  bookedAt,
  bookingOf,
  cancelled,
  comingHere,
  decideChooseCollection,
  wrongTimeField,
} from '../collection/collection.ts';
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
  const decided = call === undefined ? accept<ItemEvent>() : decidedIn(call, item, context);
  if (!decided.ok) return decided;
  const data = { customerRef: item.customerRef, result, note, ...agreed?.facts, ...stamp(context) };
  return accept<ItemEvent>(...decided.events, { type: 'FollowUpRecorded', data });
}

type CallOf = NonNullable<Of<'RecordFollowUp'>['call']>;

function agreedIn({ timeZone, ...agreed }: CallOf, result: FollowUpResult, { now }: CommandContext) {
  const today = localDay(now, timeZone);
  const { outcome, comesOn, pickup } = agreed;
  const call = { outcome, comesOn };
  const isTimed = pickup != null && comesOn !== null;
  const wrongTime = isTimed ? wrongTimeField({ day: comesOn, ...pickup }, today) : undefined;
  const field = wrongCallField(call, result, today) ?? wrongTime;
  return { field, facts: { ...call, nextCallOn: nextCallOn(call, today) } };
}

/** What the client decided on the phone is recorded as if they had decided it on their page (product/repair.md §20). */
function decidedIn(call: CallOf, item: Item, context: CommandContext): Decision<ItemEvent> {
  const { outcome, shopId = null, fee = null } = call;
  switch (outcome) {
    case 'will_come': {
      const agreed = timeAgreed(call, item, context);
      const isBooked = agreed.some(({ type }) => type === 'PickupBooked');
      if (isBooked && call.isFull === true) return reject('pickup_full');
      return accept<ItemEvent>(...comingHere(item, context), ...agreed);
    }
    case 'send':
      return decideChooseCollection(
        { type: 'ChooseCollection', kind: 'delivery', shopId: null, fee },
        item,
        context,
      );
    case 'other_shop': {
      if (shopId === null) return accept<ItemEvent>();
      const wish = { type: 'ChooseCollection', kind: 'other_shop', shopId, fee: null } as const;
      return decideChooseCollection(wish, item, context);
    }
    case 'no_answer':
    case 'left_message':
    case 'wrong_number':
      return accept<ItemEvent>();
  }
}

/** The agreed time; a day without one takes back what was booked for another day. */
function timeAgreed({ comesOn, pickup }: CallOf, item: Item, context: CommandContext): readonly ItemEvent[] {
  const booking = bookingOf(item);
  if (comesOn === null) return [];
  if (pickup == null) return booking === null || booking.day === comesOn ? [] : [cancelled(context)];
  const booked = bookedAt(item, { day: comesOn, from: pickup.from, to: pickup.to }, context);
  return booked === null ? [] : [booked];
}
