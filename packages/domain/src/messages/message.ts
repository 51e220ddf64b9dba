import { unreachable } from '../decider.ts';
import type { Actor, Instant, ItemId, RmaId, SiteId } from '../kernel.ts';
import type { MessageFault, MessageSkip } from './contract.ts';
import type { MessageChannel, MessageState, ThreadKind } from '../shared/message-terms.ts';
import type { MessageEvent, MessageHead } from './events.ts';

/** What a message is about; what a customer wrote has no cause. */
export type ThreadHead = Omit<MessageHead, 'kind'> & { readonly kind: ThreadKind };

/** The head of what is sent; null of what a customer wrote. */
export function sentHead({ head: { kind, ...about } }: Pick<Message, 'head'>): MessageHead | null {
  return kind === 'received' ? null : { ...about, kind };
}

/** One message as its stream has it. */
export interface Message {
  readonly kind: 'message';
  readonly head: ThreadHead;
  readonly state: MessageState;
  /** Both null where nothing was ever to be sent. */
  readonly channel: MessageChannel | null;
  readonly language: string | null;
  readonly why: MessageSkip | null;
  readonly fault: MessageFault | null;
  readonly attempts: number;
  /** When a worker has to do something about it; null = never again. */
  readonly dueAt: Instant | null;
  readonly plannedAt: Instant;
  readonly changedAt: Instant;
  /** What the customer or the staff wrote; null of a template, and once erased. */
  readonly text: string | null;
  /** The number that a customer's text came from; null for what is sent, and once erased. */
  readonly from: string | null;
  /** Who wrote a reply; null of everything else. */
  readonly author: Actor | null;
  /** When staff read a customer's text. */
  readonly seenAt: Instant | null;
}
export type MessageInStream = { readonly kind: 'none' } | Message;
export const initialMessage: MessageInStream = { kind: 'none' };

/** Folds one event into a message. Total: an event that cannot follow the state leaves it as it is. */
export function evolveMessage(state: MessageInStream, event: MessageEvent): MessageInStream {
  if (event.type === 'MessagePlanned') return planned(event.data);
  if (event.type === 'CustomerMessageReceived') return received(event.data);
  if (event.type === 'MessageSkipped' && state.kind === 'none') return skipped(event.data);
  if (state.kind === 'none') return state;
  // Not a change of the message: when the customer wrote stays the newest contact with them.
  if (event.type === 'CustomerMessageSeen') return { ...state, seenAt: state.seenAt ?? event.data.at };
  return { ...changed(state, event), changedAt: event.data.at };
}

type Planned = Extract<MessageEvent, { type: 'MessagePlanned' }>['data'];
type Skipped = Extract<MessageEvent, { type: 'MessageSkipped' }>['data'];

type Received = Extract<MessageEvent, { type: 'CustomerMessageReceived' }>['data'];
type Change = Exclude<
  MessageEvent,
  { type: 'MessagePlanned' | 'CustomerMessageReceived' | 'CustomerMessageSeen' }
>;

function begun(head: ThreadHead, at: Instant): Message {
  const unwritten = { text: null, from: null, author: null, seenAt: null };
  const nothing = { channel: null, language: null, why: null, fault: null, dueAt: null, ...unwritten };
  return { kind: 'message', head, state: 'waiting', ...nothing, attempts: 0, plannedAt: at, changedAt: at };
}

function planned({ channel, language, dueAt, at, ...head }: Planned): Message {
  return { ...begun(head, at), channel, language, dueAt };
}

const skipped = ({ why, at, ...head }: Skipped): Message => ({ ...begun(head, at), state: 'skipped', why });

function received({ channel, from, text, gatewayId: _, at, ...about }: Received): Message {
  const head = { ...about, kind: 'received', cause: '', fee: null } as const;
  return { ...begun(head, at), state: 'received', channel, from, text };
}

function changed(message: Message, event: Change): Message {
  switch (event.type) {
    case 'CustomerReplyWritten':
      return { ...message, text: event.data.text, author: event.data.by };
    case 'MessageSkipped':
      return { ...message, state: 'skipped', why: event.data.why, dueAt: null };
    case 'MessagePostponed':
      return { ...message, dueAt: event.data.dueAt };
    case 'MessageSendingStarted': {
      const { attempt, until } = event.data;
      return { ...message, state: 'sending', attempts: attempt, fault: null, dueAt: until };
    }
    case 'MessageSent':
      return { ...message, state: 'sent', dueAt: null };
    case 'MessageFailed': {
      const { fault, retryAt } = event.data;
      return { ...message, state: retryAt === null ? 'failed' : 'waiting', fault, dueAt: retryAt };
    }
    default:
      return unreachable(event);
  }
}

/** The inline read-model row (`version` and `position` are the append's). Nothing of a person stands in it. */
export interface MessageRow {
  readonly id: number;
  readonly kind: ThreadKind;
  readonly rma_id: RmaId;
  readonly item_ids: readonly ItemId[];
  readonly store_id: SiteId;
  readonly state: MessageState;
  readonly channel: MessageChannel | null;
  readonly language: string | null;
  readonly why: MessageSkip | null;
  readonly fault: MessageFault | null;
  readonly attempts: number;
  readonly planned_at: Instant;
  readonly changed_at: Instant;
  readonly due_at: Instant | null;
  readonly seen_at: Instant | null;
}

export function toMessageRow({ head, ...message }: Message): MessageRow {
  return {
    id: head.messageId,
    kind: head.kind,
    rma_id: head.rmaId,
    item_ids: head.itemIds,
    store_id: head.storeId,
    state: message.state,
    channel: message.channel,
    language: message.language,
    why: message.why,
    fault: message.fault,
    attempts: message.attempts,
    planned_at: message.plannedAt,
    changed_at: message.changedAt,
    due_at: message.dueAt,
    seen_at: message.seenAt,
  };
}
