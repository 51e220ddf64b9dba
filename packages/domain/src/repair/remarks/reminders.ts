import { accept, reject, type Decision } from '../../decider.ts';
import { toInstant, toMs, type Instant } from '../../kernel.ts';
import type { Policy } from '../../policy.ts';
import { isPickupShop } from '../collection/collection.ts';
import { stamp } from '../item/build.ts';
import type { CommandContext } from '../item/commands.ts';
import type { ItemEvent } from '../item/events.ts';
import { missingRefusal } from '../holds/guards.ts';
import type { Item } from '../item/item.ts';
import type { HoldKind } from '../../shared/item-facts.ts';
import { Status, type StatusId } from '../../shared/status.ts';

type Terms = Pick<Policy, 'reminderEveryMs' | 'remindersBeforeEscalation'>;

/** A reminder that the time since arrival calls for: 7, 14, 21 … days after 15 began (product/reminders.md §1). */
export interface ReminderTerm {
  readonly number: number;
  readonly dueAt: Instant;
  /** From the fourth on it is no longer the shop's alone. */
  readonly escalated: boolean;
}

/** The newest reminder due at `now`, its exact moment included; null in the first week. */
export function reminderAt(enteredAt: Instant, now: Instant, policy: Terms): ReminderTerm | null {
  const number = Math.floor((toMs(now) - toMs(enteredAt)) / policy.reminderEveryMs);
  if (number < 1) return null;
  const dueAt = toInstant(toMs(enteredAt) + number * policy.reminderEveryMs);
  return { number, dueAt, escalated: number > policy.remindersBeforeEscalation };
}

/** What a query needs to choose the pieces with a reminder due at `now`, as `decideRemind` does. */
export interface ReminderTerms {
  readonly status: StatusId;
  readonly now: Instant;
  /** Number n falls due so often n times after the arrival. */
  readonly everyMs: number;
  /** The last arrival whose first reminder is due. */
  readonly arrivedUntil: Instant;
  /** Any of these holds keeps a reminder back. */
  readonly keptBy: readonly HoldKind[];
}

export function reminderTerms(now: Instant, { reminderEveryMs }: Terms): ReminderTerms {
  const arrivedUntil = toInstant(toMs(now) - reminderEveryMs);
  return { status: Status.ShopReceived, now, everyMs: reminderEveryMs, arrivedUntil, keptBy: ['missing'] };
}

/**
 * Notes that the customer is to be called. What fell due between two checks is one reminder, the newest; a call since
 * then has answered it already. Decides nothing where nothing is due, so it may be asked any number of times.
 */
export function decideRemind(item: Item, context: CommandContext): Decision<ItemEvent> {
  if (item.status !== Status.ShopReceived) return reject('illegal_transition', { from: item.status });
  if (!waitsForPickup(item)) return reject('custody_elsewhere', { home_id: item.storeId });
  const missing = missingRefusal(item);
  if (missing !== null) return { ok: false, rejection: missing };
  const due = reminderAt(item.enteredAt, context.now, context.policy);
  if (due === null || due.number <= (item.remarks.reminder?.number ?? 0)) return accept<ItemEvent>();
  if (calledSince(item, due.dueAt)) return accept<ItemEvent>();
  return accept<ItemEvent>({ type: 'ReminderDue', data: { ...due, ...stamp(context) } });
}

/** On the shop's list "to call": reminded, without a call or message since. */
export function isToCall(item: Item): boolean {
  const { reminder } = item.remarks;
  return (
    item.status === Status.ShopReceived &&
    reminder !== null &&
    waitsForPickup(item) &&
    !calledSince(item, reminder.remindedAt)
  );
}

/** At its own shop, or at the one that its owner chose: the shop that has the piece calls. */
function waitsForPickup(item: Item): boolean {
  const { custody } = item;
  return custody.kind === 'site' && isPickupShop(item, custody.siteId);
}

/** By a call or message of the shop, or by the client who booked a time or cancelled it. */
function calledSince({ remarks, collection }: Item, moment: Instant): boolean {
  const spoken = [remarks.followUps.at(-1)?.at, collection.saidAt];
  return spoken.some((at) => at != null && toMs(at) >= toMs(moment));
}
