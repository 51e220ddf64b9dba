import { z } from 'zod';
import { code, envelope, listQuery, requiredText, trackingNumber, wireId } from '../contract/schema.ts';
import { NAV_STATES } from '@atelier/domain/nav/document.ts';
import { TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';
import { NAV_REASON_LENGTH } from '@atelier/domain/nav/contract.ts';

export const navState = z.enum(NAV_STATES);
const attention = z.enum([
  'package_taken_back',
  'tracking_changed',
  'contents_changed',
  'found_in_nav',
  'several_in_nav',
]);

/** One document as lists and the live wire show it. `answer` is NAV's last word, made harmless. */
export const navDocumentView = z.object({
  id: z.number().int(),
  version: z.number().int(),
  tracking_no: z.string(),
  store: z.object({ id: z.number().int(), code: z.string(), name: z.string(), country: z.string() }),
  origin: z.object({ id: z.number().int(), code: z.string(), name: z.string() }),
  item_count: z.number().int(),
  state: navState,
  attempts: z.number().int(),
  nav_number: z.string(),
  answer: z.object({ code: z.string(), message: z.string() }).nullable(),
  attention: attention.nullable(),
  reason: z.string(),
  requested_at: z.string(),
  requested_by: z.string(),
  changed_at: z.string(),
  due_at: z.string().nullable(),
});
export type NavDocumentView = z.infer<typeof navDocumentView>;

/** Whether NAV is reached: `absent` = none is set up or no worker runs; `open` = calls wait until `retry_at`. */
export const navCircuit = z.object({
  state: z.enum(['absent', 'closed', 'open', 'half-open']),
  since: z.string().nullable(),
  retry_at: z.string().nullable(),
});
export type NavCircuit = z.infer<typeof navCircuit>;

const count = z.number().int();
const counts = z.object({
  pending: count,
  sending: count,
  sent: count,
  rejected: count,
  unknown: count,
  skipped: count,
  withdrawn: count,
  attention: count,
});
export type NavCounts = z.infer<typeof counts>;

/** `GET /nav/documents`: newest change first; counts by state of everything in sight. */
export const navDocumentsQuery = listQuery.omit({ sort: true }).extend({
  state: navState.optional(),
  /** Those a person should look into. */
  attention: z.literal('1').optional(),
  tracking_no: code(TRACKING_NUMBER.most).optional(),
});
export const navDocumentsResponse = envelope(z.array(navDocumentView)).extend({
  counts,
  circuit: navCircuit,
});

const step = z.object({
  type: z.string(),
  at: z.string(),
  by: z.string(),
  attempt: z.number().int().nullable(),
  code: z.string(),
  message: z.string(),
  reason: z.string(),
});
export const navDocumentDetail = navDocumentView.extend({
  items: z.array(z.object({ id: z.number().int(), number: z.string(), sku: z.string() })),
  history: z.array(step),
});
export type NavDocumentDetail = z.infer<typeof navDocumentDetail>;
export type NavStep = z.infer<typeof step>;

/** `GET /nav/document`: by id or by tracking number. */
export const navDocumentQuery = z.object({
  id: wireId.optional(),
  tracking_no: trackingNumber.optional(),
});
export const navDocumentResponse = envelope(navDocumentDetail);

/** `POST /nav/send`: by hand, for a tracking number. */
export const navSendBody = z.strictObject({ tracking_no: trackingNumber });
/** `POST /nav/retry` and `/nav/skip`. */
export const navTouchBody = z.strictObject({ id: wireId, reason: requiredText(NAV_REASON_LENGTH) });
export const navCommandResponse = envelope(navDocumentView);
