import { z } from 'zod';
import { momentQuery, pastEnvelope } from '../contract/moment-schema.ts';
import { envelope, line, requiredText, text, wireId } from '../contract/schema.ts';
import { CUSTOMER_REFERENCE_LENGTH } from '@atelier/domain/customer-site/contract.ts';
import { REFERENCE_LANGUAGES } from '@atelier/domain/shared/languages.ts';
import {
  BODY_LENGTH,
  MESSAGE_FAULTS,
  MESSAGE_SKIPS,
  MESSAGE_STOPS,
  REPLY_LENGTH,
  SENDER_NAME_LENGTH,
  SUBJECT_LENGTH,
} from '@atelier/domain/messages/contract.ts';
import {
  MESSAGE_CHANNELS,
  MESSAGE_KINDS,
  MESSAGE_STATES,
  PHONE_CHANNELS,
  THREAD_KINDS,
} from '@atelier/domain/shared/message-terms.ts';

/** One message as the log of a piece shows it. */
const messageLine = z.object({
  id: z.number().int(),
  kind: z.enum(THREAD_KINDS),
  state: z.enum(MESSAGE_STATES),
  channel: z.enum(MESSAGE_CHANNELS).nullable(),
  language: z.string().nullable(),
  why: z.enum(MESSAGE_SKIPS).nullable(),
  fault: z.enum(MESSAGE_FAULTS).nullable(),
  attempts: z.number().int(),
  /** Where it went; null where it did not, and of an erased person. */
  to: z.string().nullable(),
  /** Where a text of the customer came from; null of what is sent, and of an erased person. */
  from: z.string().nullable(),
  /** What the customer or the staff wrote; null of a template, and of an erased person. */
  text: z.string().nullable(),
  /** Who wrote a reply. */
  author: z.string().nullable(),
  /** When staff read a text of the customer. */
  seen_at: z.string().nullable(),
  planned_at: z.string(),
  changed_at: z.string(),
  due_at: z.string().nullable(),
});
export type MessageLine = z.infer<typeof messageLine>;

/** `GET /messages`: what was written to a piece's customer about it and what they wrote, the newest first. */
/** Now or at a past moment: then nothing can be answered. */
export const messagesQuery = z.strictObject({ rma_item_id: wireId, ...momentQuery });
const messagesView = z.object({
  /** The customer wants no messages. */
  declined: z.boolean(),
  messages: z.array(messageLine),
  /** Whether the customer can be answered now: by which channel, why not, and the end of quiet hours. */
  reply: z.object({
    channel: z.enum(MESSAGE_CHANNELS).nullable(),
    why: z.enum(MESSAGE_STOPS).nullable(),
    due_at: z.string().nullable(),
  }),
});
export type MessagesView = z.infer<typeof messagesView>;
export const messagesResponse = envelope(messagesView).extend(pastEnvelope);

/** `POST /messages/seen`: the customer's texts up to the newest that the screen shows are read. */
export const seenBody = z.strictObject({ rma_item_id: wireId, up_to: wireId });
export const seenResponse = envelope(z.object({ seen: z.number().int() }));

/** `POST /messages/reply`: an answer to the customer's texts up to the newest that the screen shows. */
export const replyBody = z.strictObject({
  rma_item_id: wireId,
  text: requiredText(REPLY_LENGTH),
  up_to: wireId,
});
export const replyResponse = envelope(z.object({ message_id: z.number().int() }));

/** `POST /messages/choice`: by staff, for the customer of a piece. */
export const choiceBody = z.strictObject({ rma_item_id: wireId, declined: z.boolean() });
export const choiceResponse = envelope(z.object({ declined: z.boolean() }));

/** `GET` and `POST /messages/choice/{token}`: by the customer, from the link in a message. */
export const choiceTokenParams = z.strictObject({ token: text(200) });
export const ownChoiceBody = z.strictObject({ declined: z.boolean() });
export const ownChoiceResponse = envelope(z.object({ declined: z.boolean(), language: z.string() }));

/** `GET /customer/messages`: the reference of the customer's link leads to the page of their choice. */
export const choicePageQuery = z.strictObject({
  rma_id: requiredText(CUSTOMER_REFERENCE_LENGTH),
  language: text(10).optional(),
});

/** More than any channel carries: what is longer is no text of a person. */
const INBOUND_LENGTH = 20_000;

/** `POST /messages/inbound`: what a customer answered, as the gateway hands it back. */
export const inboundBody = z.strictObject({
  type: z.literal('message'),
  channel: z.enum(PHONE_CHANNELS),
  /** The customer's number with its country's code. */
  from: requiredText(30),
  /** Cut to the longest text of a thread. */
  text: text(INBOUND_LENGTH),
});
/** `received`: the text stands in a thread; `opted_out`: the number is written to no more; `ignored`: it belongs to no one customer and is kept nowhere. */
export const inboundResponse = envelope(z.object({ outcome: z.enum(['received', 'opted_out', 'ignored']) }));

const language = z.enum(REFERENCE_LANGUAGES);
const kind = z.enum(MESSAGE_KINDS);
const senderView = z.object({ site_id: z.number().int().nullable(), name: z.string(), address: z.string() });
const templateView = z.object({
  kind,
  language,
  subject: z.string(),
  body: z.string(),
  /** True = the text was configured; false = the program's text. */
  own: z.boolean(),
  places: z.array(z.string()),
});
const wordingView = z.object({
  senders: z.array(senderView),
  templates: z.array(templateView),
  /** Where messages are read that a catcher kept; '' = they are sent. */
  caught_at: z.string(),
});
export type WordingView = z.infer<typeof wordingView>;

/** `GET /system/messages`. */
export const wordingResponse = envelope(wordingView);

/** `POST /system/messages/sender`: null = of all shops without a separate one; an empty address removes it. */
export const senderBody = z.strictObject({
  site_id: wireId.nullable(),
  name: line(SENDER_NAME_LENGTH),
  address: z.union([z.literal(''), z.email().max(200)]),
});

const words = { subject: text(SUBJECT_LENGTH), body: text(BODY_LENGTH) };
/** `POST /system/messages/template`: without words the program's own hold again. */
export const templateBody = z.strictObject({
  kind,
  language,
  template: z.strictObject(words).nullable(),
});
/** `POST /system/messages/preview` and `/system/messages/test`. */
export const draftBody = z.strictObject({ kind, language, ...words });
export const previewResponse = envelope(
  z.object({ subject: z.string(), body: z.string(), footer: z.string() }),
);
/** Where the test went, and how it ended: `sent`, or the fault. */
export const testResponse = envelope(
  z.object({ to: z.string(), outcome: z.enum(['sent', ...MESSAGE_FAULTS]) }),
);
