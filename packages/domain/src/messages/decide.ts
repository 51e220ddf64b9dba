import { DAY_MS, MINUTE_MS, toInstant, toMs, type Instant } from '../kernel.ts';
import type { Policy } from '../policy.ts';
import type { Contact } from '../deposit/events.ts';
import type { MessageFault, MessageSkip, MessageStop } from './contract.ts';
import {
  ADDRESS_WAYS,
  type AddressWay,
  type MessageChannel,
  type PhoneChannel,
  type SentKind,
} from '../shared/message-terms.ts';
import type { MessageEvent, MessageHead } from './events.ts';
import { sentHead, type Message } from './message.ts';
import { afterQuietHours } from '../shared/quiet-hours.ts';
import type { Sender } from './wording.ts';

/** What a customer wrote last, from the number that their deposit names today. */
export interface Conversation {
  readonly channel: PhoneChannel;
  /** As the gateway names it: an answer goes there. */
  readonly number: string;
  readonly at: Instant;
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
  /** Whether they want no messages, by each way to them: the person's own choice, or one for their address. */
  readonly declined: Readonly<Record<AddressWay, boolean>>;
  readonly sender: Sender | null;
  /** The way to those without an address; null = none. */
  readonly phoneChannel: PhoneChannel | null;
  /** Of the shop. */
  readonly timeZone: string;
  readonly language: string;
  /** When this database was last restored; null = never. */
  readonly restoredAt: Instant | null;
  /** For a reply: what it answers, null = nothing. Absent for every other message. */
  readonly conversation?: Conversation | null;
}

/**
 * Older events no longer trigger a message. Longer than quiet hours, the wait for an undo and all attempts
 * together.
 */
export const NEWS_FOR_MS = 3 * DAY_MS;

/** How long a customer's text opens a channel for an answer in free words: rules of WhatsApp and WeChat. An SMS has none. */
const ANSWERED_WITHIN_MS: Readonly<Partial<Record<PhoneChannel, number>>> = {
  whatsapp: DAY_MS,
  wechat: 2 * DAY_MS,
};

/** Why this is no answer that the channel takes. */
function stopForReply({ conversation }: MessageFacts, now: Instant): MessageSkip | null {
  if (conversation === undefined) return null;
  if (conversation === null) return 'not_written';
  const within = ANSWERED_WITHIN_MS[conversation.channel];
  return within !== undefined && toMs(now) - toMs(conversation.at) > within ? 'window_over' : null;
}

/** Why it must not be sent; null = nothing stands against it. */
function stopFor(facts: MessageFacts, channel: MessageChannel | null, now: Instant): MessageSkip | null {
  if (facts.contact === null) return 'erased';
  if (!facts.isCauseHere) return 'imported';
  // What was sent between the backup and the restore is not known any more: rather none than two.
  if (facts.restoredAt !== null && toMs(facts.happenedAt) <= toMs(facts.restoredAt)) return 'restored';
  if (!facts.isStillSo) return 'outdated';
  if (toMs(now) - toMs(facts.happenedAt) > NEWS_FOR_MS) return 'too_old';
  if (facts.hasOtherLink) return 'link_open';
  if (channel !== null && facts.declined[wayOf(channel)]) return 'opted_out';
  if (facts.sender === null) return 'no_sender';
  if (channel === null) return 'no_address';
  return stopForReply(facts, now);
}

/** The kind of address that a channel goes to. */
export const wayOf = (channel: MessageChannel): AddressWay => (channel === 'email' ? 'email' : 'phone');

/** By the way that staff chose, else by e-mail where there is an address, else to the phone. */
function channelTo(facts: MessageFacts, way?: AddressWay): MessageChannel | null {
  const { contact, phoneChannel, conversation } = facts;
  if (conversation !== undefined) return replyChannel(facts);
  if (way !== 'phone' && (contact?.email ?? '') !== '') return 'email';
  return way === 'email' || (contact?.phone ?? '') === '' ? null : phoneChannel;
}

/** An answer goes back the way that the customer wrote. */
const replyChannel = ({ contact, conversation, phoneChannel }: MessageFacts): PhoneChannel | null =>
  (contact?.phone ?? '') === '' ? null : (conversation?.channel ?? phoneChannel);

export interface MessageContext {
  readonly now: Instant;
  /** After this time an unfinished attempt counts as interrupted: its worker died. Longer than any attempt may take. */
  readonly attemptMs: number;
  readonly policy: Pick<Policy, 'messageWaitMs' | 'quietFromHour' | 'quietUntilHour'>;
}

/** What may be a mistake that is taken back within minutes: a move, or an amount. */
const TAKEN_BACK: ReadonlySet<SentKind> = new Set(['fee', 'ready', 'on_its_way', 'collected']);

type PlanContext = Omit<MessageContext, 'attemptMs'> & {
  /** The way that staff chose who send it themselves: nothing is waited for but the end of quiet hours. */
  readonly way?: AddressWay;
};

/** A message that an event asks for: planned, or why there is none. What is no longer so leaves no trace. */
export function planMessage(
  head: MessageHead,
  facts: MessageFacts,
  { now, policy, way }: PlanContext,
): readonly MessageEvent[] {
  const channel = channelTo(facts, way);
  const why = stopFor(facts, channel, now);
  if (why === 'outdated') return [];
  if (why !== null || channel === null)
    return [{ type: 'MessageSkipped', data: { ...head, why: why ?? 'no_address', at: now } }];
  const wait = way === undefined && TAKEN_BACK.has(head.kind) ? policy.messageWaitMs : 0;
  const dueAt = afterQuietHours(toInstant(toMs(now) + wait), quietOf(policy), facts.timeZone);
  const { language } = facts;
  return [{ type: 'MessagePlanned', data: { ...head, channel, language, dueAt, at: now } }];
}

const quietOf = ({ quietFromHour, quietUntilHour }: MessageContext['policy']) => ({
  from: quietFromHour,
  until: quietUntilHour,
});

/** One way to a customer, for staff who write to them: why it is closed, else when a message leaves. */
export interface WayToCustomer {
  readonly way: AddressWay;
  readonly channel: MessageChannel | null;
  readonly why: MessageStop | null;
  /** The end of quiet hours; null = at once. */
  readonly dueAt: Instant | null;
}

/** The ways by which a message could leave now, by the rules of automatic ones. */
export function waysToCustomer(
  facts: MessageFacts,
  {
    now,
    policy,
    hasMail,
    isOn,
  }: Omit<PlanContext, 'way'> & { readonly hasMail: boolean; readonly isOn: boolean },
): readonly WayToCustomer[] {
  return ADDRESS_WAYS.map((way) => {
    const channel = channelTo(facts, way);
    const hasServer = way === 'email' ? hasMail : facts.phoneChannel !== null;
    const from = afterQuietHours(now, quietOf(policy), facts.timeZone);
    const why = stopForStaff({ facts, channel, hasServer, isOn }, now);
    return { way, channel, why, dueAt: from === now ? null : from };
  });
}

/** Whether staff can answer the customer now: why not, the channel, and when the answer would leave. */
export function wayToReply(
  facts: MessageFacts,
  { now, policy, hasGateway, isOn }: ReplyContext,
): Omit<WayToCustomer, 'way'> {
  const channel = replyChannel(facts);
  const from = afterQuietHours(now, quietOf(policy), facts.timeZone);
  // A channel that closes while the answer waits for the end of quiet hours is closed to it now.
  const why = stopForStaff({ facts, channel, hasServer: hasGateway, isOn }, from);
  return { channel, why, dueAt: from === now ? null : from };
}

export type ReplyContext = Omit<PlanContext, 'way'> & {
  readonly hasGateway: boolean;
  readonly isOn: boolean;
};

interface StaffMessage {
  readonly facts: MessageFacts;
  readonly channel: MessageChannel | null;
  readonly hasServer: boolean;
  readonly isOn: boolean;
}

function stopForStaff({ facts, channel, hasServer, isOn }: StaffMessage, now: Instant): MessageStop | null {
  if (!isOn) return 'off';
  if (facts.contact !== null && !hasServer) return 'no_server';
  return stopFor(facts, channel, now);
}

/** What a worker writes before it sends: that it begins, or why not now, or not at all. Nothing where it is not due. */
export function beginMessage(
  message: Message,
  facts: MessageFacts,
  { now, policy, attemptMs }: MessageContext,
): readonly MessageEvent[] {
  const head = sentHead(message);
  if (head === null || message.dueAt === null || toMs(message.dueAt) > toMs(now)) return [];
  const attempt = message.attempts + 1;
  const why = stopFor(facts, message.channel, now);
  if (why !== null) return [{ type: 'MessageSkipped', data: { ...head, why, at: now } }];
  if (attempt > MOST_ATTEMPTS) return [failed(message.attempts, 'unclear', null, now)];
  const dueAt = afterQuietHours(now, quietOf(policy), facts.timeZone);
  if (dueAt !== now) return [{ type: 'MessagePostponed', data: { dueAt, at: now } }];
  const until = toInstant(toMs(now) + attemptMs);
  return [{ type: 'MessageSendingStarted', data: { attempt, until, at: now } }];
}

/** How one attempt ended. `refused` is for good: no other attempt would end otherwise. */
export type MessageOutcome =
  | { readonly kind: 'sent'; readonly to: string }
  | { readonly kind: 'failed'; readonly fault: MessageFault };

/** Nothing left: the customer ended messages after the attempt had begun, or the sender was paused for too long. */
export type NotSent = { readonly kind: 'opted_out' | 'erased' | 'too_late' };

const RETRY_AFTER_MS = [1, 5, 15, 60, 240].map((minutes) => minutes * MINUTE_MS);
/** Six attempts within six hours. */
export const MOST_ATTEMPTS = RETRY_AFTER_MS.length + 1;

/** What became of an attempt. A late success counts even after another attempt began. One that was too late is followed by another. */
export function recordMessage(
  message: Message,
  attempt: number,
  outcome: MessageOutcome | NotSent,
  now: Instant,
): readonly MessageEvent[] {
  const head = sentHead(message);
  if (head === null || message.state === 'sent' || message.state === 'skipped') return [];
  if (outcome.kind === 'sent') {
    const { customerRef } = head;
    return [{ type: 'MessageSent', data: { attempt, customerRef, to: outcome.to, at: now } }];
  }
  if (message.state !== 'sending' || message.attempts !== attempt) return [];
  if (outcome.kind === 'too_late') return [];
  if (outcome.kind !== 'failed')
    return [{ type: 'MessageSkipped', data: { ...head, why: outcome.kind, at: now } }];
  const wait = outcome.fault === 'refused' ? undefined : RETRY_AFTER_MS[attempt - 1];
  const retryAt = wait === undefined ? null : toInstant(toMs(now) + wait);
  return [failed(attempt, outcome.fault, retryAt, now)];
}

function failed(attempt: number, fault: MessageFault, retryAt: Instant | null, at: Instant): MessageEvent {
  return { type: 'MessageFailed', data: { attempt, fault, retryAt, at } };
}
