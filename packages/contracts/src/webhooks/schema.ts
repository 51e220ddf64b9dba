import { z } from 'zod';
import { envelope, instant, listQuery, requiredText, wireId } from '../contract/schema.ts';
import {
  NOT_SENT_AGAIN,
  WEBHOOK_LIMITS,
  WEBHOOK_OFF,
  WEBHOOK_OUTCOMES,
  WEBHOOK_TYPES,
} from '@atelier/domain/webhooks/contract.ts';

const wishes = {
  name: requiredText(WEBHOOK_LIMITS.name),
  url: requiredText(WEBHOOK_LIMITS.url),
  types: z.array(z.enum(WEBHOOK_TYPES)).min(1).max(WEBHOOK_TYPES.length),
  /** null for every site. */
  site_id: wireId.nullable(),
};
const position = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** `POST /webhook/create`. */
export const makeWebhookBody = z.strictObject(wishes);
export type MakeWebhookBody = z.infer<typeof makeWebhookBody>;

/** `POST /webhook/update`: all of what it is and wants, as the form has it. */
export const changeWebhookBody = z.strictObject({ id: wireId, ...wishes });

/** `POST /webhook/switch`. `resume` says from where an endpoint that is switched on goes on. */
export const switchWebhookBody = z.strictObject({
  id: wireId,
  on: z.boolean(),
  resume: z.enum(['stopped', 'now']).default('stopped'),
});

/** `POST /webhook/rotate`: for so many hours deliveries are signed by the old key too. */
export const rotateWebhookBody = z.strictObject({
  id: wireId,
  overlap_hours: z.number().int().min(0).max(WEBHOOK_LIMITS.overlapHours).default(24),
});

export const pingWebhookBody = z.strictObject({ id: wireId });

export const resendResponse = envelope(z.object({ id: z.number().int() }));
/** `POST /webhook/resend`: the event of one attempt in the delivery log. */
export const resendDeliveryBody = z.strictObject({ id: wireId, delivery_id: wireId });

/** `POST /webhook/replay`: from this position of the log on, or from what was recorded at this time on. */
export const replayWebhookBody = z
  .strictObject({ id: wireId, position: position.min(1).optional(), since: instant.optional() })
  .refine(({ position: at, since }) => (at === undefined) !== (since === undefined), {
    path: ['position'],
    error: 'Name a position of the log, or a time: one of the two.',
  });

const keyView = z.object({
  public_key: z.string(),
  /** Until when deliveries are signed by it; null for the newest. */
  until: z.string().nullable(),
});
export const webhookParams = z.strictObject({ id: wireId });
/** `GET /webhook/:id/keys`, public: the keys that verify its deliveries. */
export const webhookKeysResponse = envelope(z.array(keyView));

export const webhookView = z.object({
  id: z.number().int(),
  version: z.number().int(),
  name: z.string(),
  url: z.string(),
  types: z.array(z.string()),
  site: z.object({ id: z.number().int(), code: z.string(), name: z.string(), kind: z.string() }).nullable(),
  /** Null while it is on. */
  off: z.object({ why: z.enum(WEBHOOK_OFF), at: z.string() }).nullable(),
  keys: z.array(keyView),
  /** Every event up to here was taken, or is none for it. */
  position: z.number().int(),
  /** Failures in a row, since when, and when it is tried again. */
  failures: z.number().int(),
  failing_since: z.string().nullable(),
  next_attempt_at: z.string().nullable(),
  /** How the last delivery ended, and when; null before there was one. */
  last: z
    .object({ outcome: z.enum(WEBHOOK_OUTCOMES), status: z.number().int().nullable(), at: z.string() })
    .nullable(),
  made_by: z.string(),
  made_at: z.string(),
});
export type WebhookView = z.infer<typeof webhookView>;
export const webhooksResponse = envelope(z.array(webhookView));
export const webhookResponse = envelope(webhookView);

/** `GET /webhook/deliveries`: the newest first. */
export const deliveriesQuery = z.strictObject({
  id: wireId,
  page: listQuery.shape.page,
  page_size: listQuery.shape.page_size,
});

/** One attempt. */
export const deliveryView = z.object({
  id: z.number().int(),
  /** The header `webhook-id` (`msg_…`), not the number of the endpoint: the same for every attempt at one event. */
  webhook_id: z.string(),
  type: z.string(),
  /** Of the event in the log; null for a test delivery. */
  position: z.number().int().nullable(),
  attempt: z.number().int(),
  outcome: z.enum(WEBHOOK_OUTCOMES),
  status: z.number().int().nullable(),
  ms: z.number().int(),
  /** How the receiver's answer begins. */
  answer: z.string(),
  at: z.string(),
});
export type DeliveryView = z.infer<typeof deliveryView>;
export const deliveriesResponse = envelope(z.array(deliveryView));

/** `GET /webhook/delivery`: what one attempt sent, as it would be sent now. */
export const deliveryQuery = z.strictObject({ id: wireId, delivery_id: wireId });
export const sentPayloadView = z.object({
  /** The JSON of the body; null where nothing of it may be sent now, and of a test delivery. */
  payload: z
    .object({ type: z.string(), timestamp: z.string(), data: z.record(z.string(), z.number()) })
    .nullable(),
  /** Why it cannot be sent again; null when it can. */
  not_again: z.enum(NOT_SENT_AGAIN).nullable(),
});
export const sentPayloadResponse = envelope(sentPayloadView);
