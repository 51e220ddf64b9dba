import { z } from 'zod';
import { envelope, text, wireId } from '../contract/schema.ts';
import {
  MESSAGE_CHANNELS,
  MESSAGE_FAULTS,
  MESSAGE_KINDS,
  MESSAGE_SKIPS,
  MESSAGE_STATES,
} from './contract.ts';

/** One message as the log of a piece shows it. */
const messageLine = z.object({
  id: z.number().int(),
  kind: z.enum(MESSAGE_KINDS),
  state: z.enum(MESSAGE_STATES),
  channel: z.enum(MESSAGE_CHANNELS).nullable(),
  language: z.string().nullable(),
  why: z.enum(MESSAGE_SKIPS).nullable(),
  fault: z.enum(MESSAGE_FAULTS).nullable(),
  attempts: z.number().int(),
  /** Where it went; null where it did not, and of an erased person. */
  to: z.string().nullable(),
  planned_at: z.string(),
  changed_at: z.string(),
  due_at: z.string().nullable(),
});
export type MessageLine = z.infer<typeof messageLine>;

/** `GET /messages`: what was written to a piece's customer about it, the newest first. */
export const messagesQuery = z.strictObject({ rma_item_id: wireId });
const messagesView = z.object({
  /** The customer wants no messages. */
  declined: z.boolean(),
  messages: z.array(messageLine),
});
export type MessagesView = z.infer<typeof messagesView>;
export const messagesResponse = envelope(messagesView);

/** `POST /messages/choice`: by staff, for the customer of a piece. */
export const choiceBody = z.strictObject({ rma_item_id: wireId, declined: z.boolean() });
export const choiceResponse = envelope(z.object({ declined: z.boolean() }));

/** `GET` and `POST /messages/choice/{token}`: by the customer, from the link in a message. */
export const choiceTokenParams = z.strictObject({ token: text(200) });
export const ownChoiceBody = z.strictObject({ declined: z.boolean() });
export const ownChoiceResponse = envelope(z.object({ declined: z.boolean(), language: z.string() }));
