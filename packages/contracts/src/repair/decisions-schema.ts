import { PLACED_HOLDS } from '@atelier/domain/repair/holds/hold-rights.ts';
import { z } from 'zod';
import { momentQuery, pastEnvelope } from '../contract/moment-schema.ts';
import { clockTime, code, envelope, requiredText, text, wireId } from '../contract/schema.ts';
import { itemView } from '../repair-detail/schema.ts';
import { findingsBody } from './schema.ts';
import { CALL_OUTCOMES } from '@atelier/domain/repair/remarks/call-outcomes.ts';
import { FOLLOW_UP_RESULTS } from '@atelier/domain/shared/item-facts.ts';
import {
  REMARK_CHARACTERS,
  MOST_FEE,
  REPLACEMENT_LENGTH,
  WAIVED_FEE,
} from '@atelier/domain/repair/contract.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';

/** `POST /rma/waiver/request`: 0 or 10 → 1 Review, with a remark; one further request (product/repair.md §13). */
export const waiverRequestBody = z.strictObject({
  rma_item_id: wireId,
  remark: requiredText(REMARK_CHARACTERS),
});
/** `POST /rma/waiver/decide`: 1 → 11 Approve, or 10 Reject with its reason. */
export const waiverDecideBody = z.strictObject({
  rma_item_id: wireId,
  decision: z.union([z.literal(WAIVED_FEE.reject), z.literal(WAIVED_FEE.approve)]),
  reason: text(TEXT_LENGTH.reason).default(''),
});

/** One line of `GET /rma/waivers`: the piece, and what the shop says for it. */
export const waiverView = z.object({
  item: itemView,
  /** '' once the customer is erased. */
  remark: z.string(),
  requested_at: z.string(),
  requested_by: z.string(),
  /** 1, or 2 for the one further request. */
  requests: z.number().int(),
  /** Why the first request was rejected; '' when this is the first. */
  rejected_because: z.string(),
});
export type WaiverView = z.infer<typeof waiverView>;
export const waiversResponse = envelope(z.array(waiverView));

/** `POST /rma/fee/override`: another amount by hand, in minor units of the fee's currency, with its reason. */
export const feeOverrideBody = z.strictObject({
  rma_item_id: wireId,
  amount: z.number().int().min(0).max(MOST_FEE),
  currency: z.string().length(3),
  reason: requiredText(TEXT_LENGTH.reason),
});

/** `POST /operationAddSav`: findings without a move (product/repair.md §11). */
export const addSavBody = z.strictObject({ id: wireId, findings: findingsBody });

/** `POST /rma/replace`: the piece that takes the item's place; the old one stays with the factory (product/repair.md §6). */
export const replaceBody = z.strictObject({
  rma_item_id: wireId,
  sku: requiredText(REPLACEMENT_LENGTH.sku),
  serial_number: code(REPLACEMENT_LENGTH.serialNumber).min(1),
  reason: text(TEXT_LENGTH.reason).default(''),
});

/** `POST /add_after_sales`: one of the five results of a pickup follow-up, with a note (product/repair.md §16). */
export const followUpBody = z.strictObject({
  rma_item_id: wireId,
  result: z.enum(FOLLOW_UP_RESULTS),
  note: text(REMARK_CHARACTERS).default(''),
  /** How a call from the list ended, and the day on which the client comes (product/reminders.md §4). */
  outcome: z.enum(CALL_OUTCOMES).optional(),
  comes_on: z.iso.date().optional(),
  /** The time of that day, where one was agreed; on the shop's clock. */
  comes_at: z.strictObject({ from: clockTime, to: clockTime }).optional(),
  /** Books the time although it is full (`pickup_full`). */
  overbook: z.boolean().optional(),
  /** The shop to which the piece goes, with the outcome `other_shop`. */
  shop_id: wireId.optional(),
});
export const followUpsQuery = z.strictObject({
  ...momentQuery,
  rma_item_id: wireId,
  min_position: z.coerce.number().int().min(0).optional(),
});
export const followUpView = z.object({
  index: z.number().int(),
  result: z.string(),
  note: z.string(),
  /** Of a call from the list; null for every other entry. */
  outcome: z.enum(CALL_OUTCOMES).nullable(),
  comes_on: z.string().nullable(),
  author: z.string(),
  created_at: z.string(),
});
export type FollowUpView = z.infer<typeof followUpView>;
export const followUpsResponse = envelope(z.array(followUpView)).extend(pastEnvelope);

/** `GET /comment/addressees`: colleagues who see the item, and so may be written to about it. */
export const addresseesQuery = z.strictObject({ rma_item_id: wireId });
export const addresseeView = z.object({ email: z.string(), name: z.string(), site: z.string() });
export type AddresseeView = z.infer<typeof addresseeView>;
export const addresseesResponse = envelope(z.array(addresseeView));

/**
 * `POST /rma/hold` and `POST /rma/hold/release`: approval keeps a piece from the benches, dispute from its handover and
 * its end, what a bench waits for from the next bench (product/repair.md §4). Missing has its own calls, with the package's.
 */
export const holdBody = z.strictObject({
  rma_item_id: wireId,
  hold: z.enum(PLACED_HOLDS),
  reason: requiredText(TEXT_LENGTH.reason),
});
