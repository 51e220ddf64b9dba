import { z } from 'zod';
import { envelope, instant, listQuery, requiredText, text, wireId } from '../contract/schema.ts';
import { REFERENCE_LANGUAGES } from '@atelier/domain/shared/languages.ts';
import {
  ERASURE_ORIGINS,
  ERASURE_REASONS,
  ERASURE_STAGES,
  KEPT_BECAUSE,
  HOLD_REASONS,
  HOLD_REFERENCE_LENGTH,
  MOST_CUSTOMERS,
  PERSON_EXPORT_FORMATS,
  PERSON_WORDS,
  PRIVACY_NOTE_LENGTH,
} from '@atelier/domain/privacy/contract.ts';

/** How events name a customer: known to the shops, or by the one deposit there is. Never a name. */
const customerRef = z
  .string()
  .max(40)
  .regex(/^(customer|rma)-[1-9]\d*$/);
const customerRefs = z
  .array(customerRef)
  .min(1)
  .max(MOST_CUSTOMERS)
  .transform((refs) => [...new Set(refs)]);
const note = text(PRIVACY_NOTE_LENGTH);
const words = note.transform((given) => (given === '' ? null : given)).optional();

/** `POST /privacy/find`: email, phone or number of an RMA or piece; in the body, because addresses are logged. */
export const findPersonBody = z.strictObject({
  words: requiredText(PERSON_WORDS.most).min(PERSON_WORDS.least),
});

/** `POST /privacy/erase`. */
export const erasureBody = z.strictObject({
  customer_refs: customerRefs,
  reason: z.enum(ERASURE_REASONS),
  note: words,
});
/** `POST /privacy/erase/decide`: a refusal says why. */
export const decideErasureBody = z.strictObject({
  request_id: wireId,
  decision: z.enum(['approve', 'refuse']),
  note: words,
});
export const withdrawErasureBody = z.strictObject({ request_id: wireId, note: words });

/** `GET /privacy/erased`: without `since`, everybody who was ever erased. */
export const erasedQuery = z.strictObject({ since: instant.optional() });
const ids = z.array(z.number().int());
/** Numbers alone, of what the caller may have kept. */
const erasedView = z.object({
  /** To be sent as `since` the next time. */
  until: z.string(),
  /** There are more than a response holds: whatever is kept has to go. */
  everything: z.boolean(),
  items: ids,
  rmas: ids,
  customers: ids,
});
export type ErasedView = z.infer<typeof erasedView>;
export const erasedResponse = envelope(erasedView);

/** `POST /privacy/hold`. */
export const holdBody = z.strictObject({
  customer_ref: customerRef,
  reason: z.enum(HOLD_REASONS),
  reference: text(HOLD_REFERENCE_LENGTH)
    .transform((given) => (given === '' ? null : given))
    .optional(),
});
export const releaseHoldBody = z.strictObject({
  hold_id: wireId,
  note: requiredText(PRIVACY_NOTE_LENGTH),
});

/** `POST /privacy/export`. */
export const personExportBody = z.strictObject({
  customer_refs: customerRefs,
  language: z.enum(REFERENCE_LANGUAGES),
});
export const personExportParams = z.strictObject({ id: wireId });
export const personExportFileQuery = z.strictObject({ format: z.enum(PERSON_EXPORT_FORMATS) });

const moment = z.string().nullable();
/** An account of the staff; null id: the system. */
const account = z.object({ id: z.number().int().nullable(), name: z.string() });

export const coveredView = z.object({
  repairs: z.number().int(),
  pieces: z.number().int(),
  pictures: z.number().int(),
  messages: z.number().int(),
});
const pieceView = z.object({ item_id: z.number().int(), number: z.string() });
const depositView = z.object({
  rma_id: z.number().int(),
  number: z.string(),
  store_name: z.string(),
  created_at: z.string(),
  pieces: z.number().int(),
});
/** What keeps an erasure waiting: legal holds, and pieces that the house still owes. */
const obstacles = { holds: z.number().int(), open_pieces: z.array(pieceView) };

/** One customer as the screen of `/system/privacy` shows them. */
export const personView = z.object({
  /** The reference of the newest that was found. */
  customer_ref: z.string(),
  /** Every reference of the person: a request for one of them covers all. */
  customer_refs: z.array(z.string()),
  /** In the register of customers. */
  registered: z.boolean(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string(),
  country: z.string(),
  deposits: z.array(depositView),
  covered: coveredView,
  ...obstacles,
  /** The request that waits or is done. */
  request: z.object({ request_id: z.number().int(), stage: z.enum(ERASURE_STAGES) }).nullable(),
});
export type PersonView = z.infer<typeof personView>;
/** `total`: customers found; at most twenty are shown. */
export const personsResponse = envelope(z.array(personView));

export const erasureView = z.object({
  id: z.number().int(),
  version: z.number().int(),
  customer_refs: z.array(z.string()),
  /** Numbers of the deposits. */
  deposits: z.array(z.string()),
  reason: z.enum(ERASURE_REASONS),
  origin: z.enum(ERASURE_ORIGINS),
  stage: z.enum(ERASURE_STAGES),
  due_at: moment,
  requested_at: z.string(),
  requested_by: account,
  decided_at: moment,
  decided_by: account.nullable(),
  ended_at: moment,
  /** The month in which the house has to respond ends (GDPR Art. 12(3)); null without a request. */
  respond_by: moment,
  /** Of the schedule: what kept the person when the notice was over. */
  kept_because: z.enum(KEPT_BECAUSE).nullable(),
  covered: coveredView,
  ...obstacles,
  /** What the staff wrote, oldest first; none for auditors, and none once the person is erased. */
  notes: z.array(z.object({ type: z.string(), note: z.string() })),
  /** The person is erased already, whatever became of this request: a restore brought it back from before. */
  erased: z.boolean(),
});
export type ErasureView = z.infer<typeof erasureView>;
export const erasureResponse = envelope(erasureView);
/** `GET /privacy/requests`: the newest first; `waiting` leaves out what has ended. */
export const erasuresQuery = listQuery.pick({ page: true, page_size: true, min_position: true }).extend({
  show: z.enum(['waiting', 'all']).default('waiting'),
});
/** Erased again from the ledger after a restore of an older database, which holds no request of theirs. */
export const erasedAgainView = z.object({
  customer_ref: z.string(),
  deposits: z.array(z.string()),
  erased_at: z.string(),
});
export type ErasedAgainView = z.infer<typeof erasedAgainView>;
export const erasuresResponse = envelope(z.array(erasureView)).extend({
  /** On the first page of `all`. */
  again: z.array(erasedAgainView).optional(),
});

export const legalHoldView = z.object({
  id: z.number().int(),
  version: z.number().int(),
  customer_ref: z.string(),
  deposits: z.array(z.string()),
  reason: z.enum(HOLD_REASONS),
  /** Null for auditors. */
  reference: z.string().nullable(),
  placed_at: z.string(),
  placed_by: account,
});
export type LegalHoldView = z.infer<typeof legalHoldView>;
export const legalHoldsResponse = envelope(z.array(legalHoldView));
export const legalHoldResponse = envelope(z.object({ hold_id: z.number().int() }));

export const personExportView = z.object({
  id: z.number().int(),
  version: z.number().int(),
  deposits: z.array(z.string()),
  language: z.enum(REFERENCE_LANGUAGES),
  state: z.enum(['requested', 'done', 'failed', 'expired']),
  requested_at: z.string(),
  requested_by: account,
  expires_at: moment,
  size: z.number().int().nullable(),
  reads: z.number().int(),
  read_at: moment,
});
export type PersonExportView = z.infer<typeof personExportView>;
export const personExportResponse = envelope(personExportView);
export const personExportsResponse = envelope(z.array(personExportView));
