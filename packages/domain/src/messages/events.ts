import type { DomainEvent } from '../decider.ts';
import type { Actor, CustomerRef, Instant, ItemId, Money, RmaId, SiteId } from '../kernel.ts';
import type { PersonalFields } from '../personal-data.ts';
import type { MessageFault, MessageSkip } from './contract.ts';
import type { MessageChannel, MessageKind, PhoneChannel, SentKind } from '../shared/message-terms.ts';

/**
 * Events of one message, to a customer or from them, stream `message-<id>`. What a customer and the staff wrote is sealed; filled-in
 * templates and secrets are kept nowhere.
 */
export const messageStream = (id: number): string => `message-${id}`;

/** What a message is about, and why there is one. */
export interface MessageHead {
  readonly messageId: number;
  readonly kind: SentKind;
  readonly rmaId: RmaId;
  /** Every piece of the deposit for a deposit, else the one piece. */
  readonly itemIds: readonly ItemId[];
  readonly storeId: SiteId;
  readonly customerRef: CustomerRef;
  /** Id of the event that asks for it, for a reply the customer's text: an imported log has others, so what it left unsent is not sent from here. */
  readonly cause: string;
  /** The amount that is asked for; null for other kinds. */
  readonly fee: Money | null;
}

/** It is to be sent, not before `dueAt`. */
export type MessagePlanned = DomainEvent<
  'MessagePlanned',
  MessageHead & {
    readonly channel: MessageChannel;
    readonly language: string;
    readonly dueAt: Instant;
    readonly at: Instant;
  }
>;
/** There was a reason for a message, and another one to send none: at once, or when its time had come. */
export type MessageSkipped = DomainEvent<
  'MessageSkipped',
  MessageHead & { readonly why: MessageSkip; readonly at: Instant }
>;
/** Its time fell into quiet hours. */
export type MessagePostponed = DomainEvent<
  'MessagePostponed',
  { readonly dueAt: Instant; readonly at: Instant }
>;
/** Written before anything is sent: a later reader knows that the message may have arrived. */
export type MessageSendingStarted = DomainEvent<
  'MessageSendingStarted',
  {
    readonly attempt: number;
    /** After this moment another attempt may follow: the worker of this one has died. */
    readonly until: Instant;
    readonly at: Instant;
  }
>;
export type MessageSent = DomainEvent<
  'MessageSent',
  {
    readonly attempt: number;
    readonly customerRef: CustomerRef;
    /** Address or number it went to; null once erased. */
    readonly to: string | null;
    readonly at: Instant;
  }
>;
/** An attempt failed; `retryAt` null = no automatic retry. */
export type MessageFailed = DomainEvent<
  'MessageFailed',
  {
    readonly attempt: number;
    readonly fault: MessageFault;
    readonly retryAt: Instant | null;
    readonly at: Instant;
  }
>;
/** What staff wrote to the customer, beside the `MessagePlanned` that says when it leaves. */
export type CustomerReplyWritten = DomainEvent<
  'CustomerReplyWritten',
  {
    readonly rmaId: RmaId;
    readonly customerRef: CustomerRef;
    /** null once erased. */
    readonly text: string | null;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
/** What a customer wrote from their phone; the first event of a separate stream (decisions/0238). */
export type CustomerMessageReceived = DomainEvent<
  'CustomerMessageReceived',
  {
    readonly messageId: number;
    readonly rmaId: RmaId;
    /** Every piece of the deposit: a text names none. */
    readonly itemIds: readonly ItemId[];
    readonly storeId: SiteId;
    readonly customerRef: CustomerRef;
    readonly channel: PhoneChannel;
    /** The number it came from, with its country's code; null once erased, as what follows. */
    readonly from: string | null;
    readonly text: string | null;
    /** The gateway's id of the text; one of WhatsApp has the number in it. */
    readonly gatewayId: string | null;
    readonly at: Instant;
  }
>;
/** Staff read a customer's text, or answered it. */
export type CustomerMessageSeen = DomainEvent<
  'CustomerMessageSeen',
  { readonly rmaId: RmaId; readonly at: Instant; readonly by: Actor }
>;
export type MessageEvent =
  | CustomerReplyWritten
  | CustomerMessageReceived
  | CustomerMessageSeen
  | MessagePlanned
  | MessageSkipped
  | MessagePostponed
  | MessageSendingStarted
  | MessageSent
  | MessageFailed;

/** Whether a person wants messages, stream `message-choice-<customer>`; without events they do. */
export const choiceStream = (customerRef: CustomerRef): string => `message-choice-${customerRef}`;
/** The same for an address, named by its keyed digest, never in clear. */
export const addressChoiceStream = (digest: string): string => `message-choice-address-${digest}`;
/** `record`: carried over from the person's choice to an address that came to them later. `reply`: a stop word sent to the gateway. */
export type ChoiceBy = 'link' | 'staff' | 'record' | 'reply';
export type MessagesDeclined = DomainEvent<
  'MessagesDeclined',
  { readonly how: ChoiceBy; readonly at: Instant; readonly by: Actor }
>;
export type MessagesWanted = DomainEvent<
  'MessagesWanted',
  { readonly how: ChoiceBy; readonly at: Instant; readonly by: Actor }
>;
export type ChoiceEvent = MessagesDeclined | MessagesWanted;

/** Senders and templates, one stream for all. */
export const WORDING_STREAM = 'message-wording';
/**
 * Who messages of a shop come from; of every shop without its own where `siteId` is null. An empty address
 * removes the sender.
 */
export type MessageSenderChanged = DomainEvent<
  'MessageSenderChanged',
  {
    readonly siteId: SiteId | null;
    readonly name: string;
    readonly address: string;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
/** The words of one kind in one language; null = the program's own again. */
export type MessageTemplateChanged = DomainEvent<
  'MessageTemplateChanged',
  {
    readonly kind: MessageKind;
    readonly language: string;
    readonly template: { readonly subject: string; readonly body: string } | null;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
export type WordingEvent = MessageSenderChanged | MessageTemplateChanged;

type AnyMessageEvent = MessageEvent | ChoiceEvent | WordingEvent;

export const MESSAGE_PERSONAL_DATA = {
  CustomerReplyWritten: { subject: 'customerRef', fields: ['text'] },
  CustomerMessageReceived: { subject: 'customerRef', fields: ['from', 'text', 'gatewayId'] },
  CustomerMessageSeen: null,
  MessagePlanned: null,
  MessageSkipped: null,
  MessagePostponed: null,
  MessageSendingStarted: null,
  MessageSent: { subject: 'customerRef', fields: ['to'] },
  MessageFailed: null,
  MessagesDeclined: null,
  MessagesWanted: null,
  MessageSenderChanged: null,
  MessageTemplateChanged: null,
} as const satisfies Record<AnyMessageEvent['type'], PersonalFields | null>;
