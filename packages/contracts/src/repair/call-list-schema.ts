import { CALL_OUTCOMES } from '@atelier/domain/repair/remarks/call-outcomes.ts';
import { PHONE_CHANNELS } from '@atelier/domain/shared/message-terms.ts';
import { z } from 'zod';
import { momentQuery, pastEnvelope } from '../contract/moment-schema.ts';
import { envelope, wireId } from '../contract/schema.ts';
import { itemView } from '../repair-detail/schema.ts';

export const callListQuery = z.strictObject({
  ...momentQuery,
  min_position: z.coerce.number().int().min(0).optional(),
});

/** A client of the shop whose pieces are ready and who is due a call (product/reminders.md §4). */
export const callClient = z.object({
  /** The piece that waits longest; it stands for the client in the list. */
  item_id: z.number().int(),
  fullname: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  /** As deposited, in the client's own language. */
  language: z.string(),
  phone_code: z.string(),
  fullphone: z.string(),
  email: z.string(),
  /** Since when the piece waits that waits longest. */
  since: z.string(),
  /** Calls and messages by the shop in this wait. */
  calls: z.number().int(),
  last: z
    .object({ result: z.string(), outcome: z.enum(CALL_OUTCOMES).nullable(), at: z.string() })
    .nullable(),
  last_reached_at: z.string().nullable(),
  /** The day that was agreed and has come; null where a reminder put the client on the list. */
  agreed_on: z.string().nullable(),
  /** What they wrote last about these pieces. */
  last_text: z.object({ text: z.string(), at: z.string() }).nullable(),
  items: z.array(itemView),
});
export type CallClient = z.infer<typeof callClient>;

/** Unread texts of a client, by deposit: the newest, and how many there are. */
export const unreadText = z.object({
  rma_id: z.number().int(),
  /** A piece of the deposit, where the thread is shown. */
  item_id: z.number().int(),
  number: z.string(),
  fullname: z.string(),
  text: z.string(),
  channel: z.enum(PHONE_CHANNELS),
  at: z.string(),
  count: z.number().int(),
});
export type UnreadText = z.infer<typeof unreadText>;

/** `GET /call_list`: the longest waiting first, 200 at most. */
export const callListView = z.object({
  clients: z.array(callClient),
  /** The longest waiting first, 100 at most. */
  texts: z.array(unreadText),
  /** Called on the shop's calendar day, and not due any more. */
  left_today: z.number().int(),
  /** Called in this wait, due again on another day. */
  later: z.number().int(),
  /** IANA zone and calendar day of the shop. */
  time_zone: z.string(),
  today: z.string(),
  /** The times of the shop that a client may take, on its clock; a day on which it is closed is left out. */
  days: z.array(
    z.object({ day: z.string(), slots: z.array(z.object({ from: z.string(), to: z.string() })) }),
  ),
});
export type CallListView = z.infer<typeof callListView>;
export const callListResponse = envelope(callListView).extend(pastEnvelope);

/** `GET /call_list/count`: how many clients the list holds, and of how many deposits texts are unread. */
export const callCountResponse = envelope(
  z.object({ due: z.number().int(), texts: z.number().int() }),
).extend(pastEnvelope);

/** `GET /call_list/code?rma_item_id=`: the client's number as a QR code, for one's own phone. */
export const callCodeQuery = z.strictObject({ rma_item_id: wireId });
export const callCodeResponse = envelope(z.object({ qr: z.string() }));
