import { unreachable } from '../decider.ts';
import { DAY_MS, MINUTE_MS, toInstant, toMs } from '../kernel.ts';
import type { Instant, Money } from '../kernel.ts';
import type { Policy } from '../policy.ts';
import { isFeeFrozen, isFeeMissing, isFeeSettled } from '../repair/fees.ts';
import type { ItemEvent } from '../repair/events.ts';
import type { Item } from '../repair/item.ts';
import type { Contact, RmaEvent } from '../rma/events.ts';
import { rank, Status } from '../shared/status.ts';
import type { MessageChannel, MessageFault, MessageKind, MessageSkip, PhoneChannel } from './contract.ts';
import type { MessageEvent, MessageHead } from './events.ts';
import type { Message } from './message.ts';
import { afterQuietHours } from './quiet-hours.ts';
import type { Sender } from './wording.ts';

/** The events that may ask for a message. A delay has none: it falls due by the clock. */
export const ASKING_EVENTS = [
  'RmaDeposited',
  'ItemStatusChanged',
  'ItemHandedOver',
  'ReminderDue',
  'FeeQuoted',
  'WaiverDecided',
] as const;

const UNDOING: ReadonlySet<string> = new Set(['undo', 'undo-administrative']);

/** What an event asks for; null = nothing. An undo, or order clearing, is no news for a customer. */
export function kindAskedBy(event: ItemEvent | RmaEvent): MessageKind | null {
  switch (event.type) {
    case 'RmaDeposited':
      return 'deposit';
    case 'ItemStatusChanged':
      return event.data.to === Status.ShopReceived && !UNDOING.has(event.data.move) ? 'ready' : null;
    case 'ItemHandedOver':
      return event.data.how === 'pickup' || event.data.how === 'delivered' ? 'collected' : null;
    case 'ReminderDue':
      return 'reminder';
    case 'FeeQuoted':
      return 'fee';
    case 'WaiverDecided':
      return event.data.decision === 11 ? null : 'fee';
    default:
      return null;
  }
}

/** Where a message of some kind still says what is so; looked at when it is planned, and again when its time has come. */
export function isStillSo(kind: MessageKind, item: Item, fee: Money | null): boolean {
  if (item.status === Status.Cancelled || item.linkedTo !== null) return false;
  switch (kind) {
    case 'deposit':
      return true;
    case 'fee':
      return isFeeAsked(item) && (fee === null || isSame(fee, item.fee.due));
    case 'delay':
      return rank(item.status) < rank(Status.ShopReceived);
    case 'ready':
      return item.status === Status.ShopReceived && item.delivery === 'store';
    case 'reminder':
      return item.status === Status.ShopReceived && item.remarks.reminder !== null && !isAnswered(item);
    case 'collected':
      return item.status === Status.TakenByClient || item.status === Status.Closed;
    default:
      return unreachable(kind);
  }
}

/** A named fee waits for its customer's answer, and for nothing else. */
const isFeeAsked = (item: Item): boolean =>
  !isFeeFrozen(item) && !isFeeMissing(item) && item.waiver.code !== 1 && !isFeeSettled(item);

const isSame = (one: Money, other: Money): boolean =>
  one.amount === other.amount && one.currency === other.currency;

function isAnswered({ remarks }: Item): boolean {
  const last = remarks.followUps.at(-1);
  return last !== undefined && remarks.reminder !== null && last.at >= remarks.reminder.remindedAt;
}

/** What is known about a message and its customer at a moment. */
export interface MessageFacts {
  /** When what it speaks of happened, by the log's clock. */
  readonly happenedAt: Instant;
  /** The event it was planned for stands in this log: false in a copy that was imported. */
  readonly isCauseHere: boolean;
  readonly isStillSo: boolean;
  /** Staff made a link for this fee themselves: theirs would end with another one. */
  readonly hasOtherLink: boolean;
  /** null once erased. */
  readonly contact: Pick<Contact, 'email' | 'phone'> | null;
  readonly isDeclined: boolean;
  readonly sender: Sender | null;
  /** The way to those without an address; null = none. */
  readonly phoneChannel: PhoneChannel | null;
  /** Of the shop. */
  readonly timeZone: string;
  readonly language: string;
  /** When this database was last restored; null = never. */
  readonly restoredAt: Instant | null;
}

/** News that is older is none. Longer than quiet hours, the wait for an undo and all attempts together. */
export const NEWS_FOR_MS = 3 * DAY_MS;

/** Why it must not be sent; null = nothing stands against it. */
function stopFor(facts: MessageFacts, now: Instant): MessageSkip | null {
  if (facts.contact === null) return 'erased';
  if (!facts.isCauseHere) return 'imported';
  // What was sent between the backup and the restore is not known any more: rather none than two.
  if (facts.restoredAt !== null && toMs(facts.happenedAt) <= toMs(facts.restoredAt)) return 'restored';
  if (!facts.isStillSo) return 'outdated';
  if (toMs(now) - toMs(facts.happenedAt) > NEWS_FOR_MS) return 'too_old';
  if (facts.hasOtherLink) return 'link_open';
  if (facts.isDeclined) return 'opted_out';
  if (facts.sender === null) return 'no_sender';
  return channelTo(facts) === null ? 'no_address' : null;
}

function channelTo({ contact, phoneChannel }: MessageFacts): MessageChannel | null {
  if ((contact?.email ?? '') !== '') return 'email';
  return (contact?.phone ?? '') === '' ? null : phoneChannel;
}

export interface MessageContext {
  readonly now: Instant;
  readonly policy: Pick<Policy, 'messageWaitMs' | 'quietFromHour' | 'quietUntilHour'>;
}

/** What may be a mistake that is taken back within minutes: a move, or an amount. */
const TAKEN_BACK: ReadonlySet<MessageKind> = new Set(['fee', 'ready', 'collected']);

/** A message that an event asks for: planned, or why there is none. What is no longer so leaves no trace. */
export function planMessage(
  head: MessageHead,
  facts: MessageFacts,
  { now, policy }: MessageContext,
): readonly MessageEvent[] {
  const why = stopFor(facts, now);
  if (why === 'outdated') return [];
  const channel = channelTo(facts);
  if (why !== null || channel === null)
    return [{ type: 'MessageSkipped', data: { ...head, why: why ?? 'no_address', at: now } }];
  const wait = TAKEN_BACK.has(head.kind) ? policy.messageWaitMs : 0;
  const dueAt = afterQuietHours(toInstant(toMs(now) + wait), quietOf(policy), facts.timeZone);
  const { language } = facts;
  return [{ type: 'MessagePlanned', data: { ...head, channel, language, dueAt, at: now } }];
}

const quietOf = ({ quietFromHour, quietUntilHour }: MessageContext['policy']) => ({
  from: quietFromHour,
  until: quietUntilHour,
});

/** What a worker writes before it sends: that it begins, or why not now, or not at all. Nothing where it is not due. */
export function beginMessage(
  message: Message,
  facts: MessageFacts,
  { now, policy }: MessageContext,
): readonly MessageEvent[] {
  if (message.dueAt === null || toMs(message.dueAt) > toMs(now)) return [];
  const attempt = message.attempts + 1;
  const why = stopFor(facts, now);
  if (why !== null) return [{ type: 'MessageSkipped', data: { ...message.head, why, at: now } }];
  if (attempt > MOST_ATTEMPTS) return [failed(message.attempts, 'unclear', null, now)];
  const dueAt = afterQuietHours(now, quietOf(policy), facts.timeZone);
  if (dueAt !== now) return [{ type: 'MessagePostponed', data: { dueAt, at: now } }];
  return [{ type: 'MessageSendingStarted', data: { attempt, at: now } }];
}

/** How one attempt ended. `refused` is for good: no other attempt would end otherwise. */
export type MessageOutcome =
  | { readonly kind: 'sent'; readonly to: string }
  | { readonly kind: 'failed'; readonly fault: MessageFault };

const RETRY_AFTER_MS = [1, 5, 15, 60, 240].map((minutes) => minutes * MINUTE_MS);
/** Six attempts within six hours. */
export const MOST_ATTEMPTS = RETRY_AFTER_MS.length + 1;

/** What became of an attempt. A late word of success counts, whoever has taken over meanwhile. */
export function recordMessage(
  message: Message,
  attempt: number,
  outcome: MessageOutcome,
  now: Instant,
): readonly MessageEvent[] {
  if (message.state === 'sent' || message.state === 'skipped') return [];
  if (outcome.kind === 'sent') {
    const { customerRef } = message.head;
    return [{ type: 'MessageSent', data: { attempt, customerRef, to: outcome.to, at: now } }];
  }
  if (message.state !== 'sending' || message.attempts !== attempt) return [];
  const wait = outcome.fault === 'refused' ? undefined : RETRY_AFTER_MS[attempt - 1];
  const retryAt = wait === undefined ? null : toInstant(toMs(now) + wait);
  return [failed(attempt, outcome.fault, retryAt, now)];
}

function failed(attempt: number, fault: MessageFault, retryAt: Instant | null, at: Instant): MessageEvent {
  return { type: 'MessageFailed', data: { attempt, fault, retryAt, at } };
}
