import { unreachable } from '../decider.ts';
import type { Instant, ItemId, RmaId, SiteId } from '../kernel.ts';
import type { MessageFault, MessageSkip } from './contract.ts';
import type { MessageChannel, MessageKind, MessageState } from '../shared/message-terms.ts';
import type { MessageEvent, MessageHead } from './events.ts';

/** One message as its stream has it. */
export interface Message {
  readonly kind: 'message';
  readonly head: MessageHead;
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
}
export type MessageInStream = { readonly kind: 'none' } | Message;
export const initialMessage: MessageInStream = { kind: 'none' };

/** Folds one event into a message. Total: an event that cannot follow the state leaves it as it is. */
export function evolveMessage(state: MessageInStream, event: MessageEvent): MessageInStream {
  if (event.type === 'MessagePlanned') return planned(event.data);
  if (event.type === 'MessageSkipped' && state.kind === 'none') return skipped(event.data);
  return state.kind === 'none' ? state : { ...changed(state, event), changedAt: event.data.at };
}

type Planned = Extract<MessageEvent, { type: 'MessagePlanned' }>['data'];
type Skipped = Extract<MessageEvent, { type: 'MessageSkipped' }>['data'];

function begun(head: MessageHead, at: Instant): Message {
  const nothing = { channel: null, language: null, why: null, fault: null, dueAt: null };
  return { kind: 'message', head, state: 'waiting', ...nothing, attempts: 0, plannedAt: at, changedAt: at };
}

function planned({ channel, language, dueAt, at, ...head }: Planned): Message {
  return { ...begun(head, at), channel, language, dueAt };
}

const skipped = ({ why, at, ...head }: Skipped): Message => ({ ...begun(head, at), state: 'skipped', why });

function changed(message: Message, event: Exclude<MessageEvent, { type: 'MessagePlanned' }>): Message {
  switch (event.type) {
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
  readonly kind: MessageKind;
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
  };
}
