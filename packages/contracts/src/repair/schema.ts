import { z } from 'zod';
import { momentQuery, pastEnvelope } from '../contract/moment-schema.ts';
import { code, envelope, line, requiredText, text, wireId, wireIds } from '../contract/schema.ts';
import { loansAtPickup } from '../deposit/loan-schema.ts';
import { itemView } from '../repair-detail/schema.ts';
import { MOST_IDS, TEXT_LENGTH, TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';
import {
  COMMENT_TYPE,
  MEASUREMENT_LIMITS,
  MOST_FEE,
  MOST_MOVED,
  MOST_PAYMENTS,
  PAYMENT_MEANS,
  PAYMENT_REFERENCE_LENGTH,
  REMARK_CHARACTERS,
  REPLACEMENT_LENGTH,
  SCAN_CODE_LENGTH,
  STORAGE_PART_LENGTH,
} from '@atelier/domain/repair/contract.ts';

/** The factory's findings, saved with the receiving move or alone (product/repair.md §11). */
export const findingsBody = z.strictObject({
  reasons: z.array(wireId).max(20).optional(),
  sub_reasons: z.array(wireId).max(40).optional(),
  quality_investigate: text(60).optional(),
  original_produce_factory: text(60).optional(),
  quality_issue: z.boolean().optional(),
});
export type FindingsBody = z.infer<typeof findingsBody>;

/** What a bench measured of one piece: stones counted at 10; weight in grams and an uploaded picture at 12 (product/repair.md §3). */
export const measurementsBody = z.strictObject({
  weight: z.number().positive().max(MEASUREMENT_LIMITS.grams).optional(),
  stone_count: z.number().int().min(0).max(MEASUREMENT_LIMITS.stones).optional(),
  photo: text(TEXT_LENGTH.imageId).optional(),
  /** Grams recovered for the safe, and lost as dust, since the piece was weighed last. */
  scrap: z.number().min(0).max(MEASUREMENT_LIMITS.grams).optional(),
  loss: z.number().min(0).max(MEASUREMENT_LIMITS.grams).optional(),
});
export type MeasurementsBody = z.infer<typeof measurementsBody>;

/** How a backward or unusual move is asked for; forward and lateral moves need none (product/repair.md §5). */
export const moveKind = z.enum([
  'forward',
  'rework',
  'recall',
  'undo',
  'override',
  'return_unrepaired',
  'store_reject',
]);

/** `PUT /rmastatus`: `{id, rma_status_id}` alone is enough for every forward and lateral move. */
export const statusBody = z
  .strictObject({
    id: wireId.optional(),
    ids: z.array(wireId).min(1).max(MOST_MOVED).optional(),
    rma_status_id: z.coerce.number().int().min(1).max(21),
    move: moveKind.optional(),
    reason: text(TEXT_LENGTH.reason).optional(),
    outcome: z.enum(['repaired', 'unrepaired', 'replaced', 'counterfeit']).optional(),
    replacement: z
      .strictObject({
        sku: requiredText(REPLACEMENT_LENGTH.sku),
        serial_number: code(REPLACEMENT_LENGTH.serialNumber).min(1),
      })
      .optional(),
    findings: findingsBody.optional(),
    findings_by_id: z.record(z.string().regex(/^\d+$/), findingsBody).optional(),
    tracking_no: code(TRACKING_NUMBER.most).optional(),
    /** 16: why what is to be returned is not. */
    not_returned: text(TEXT_LENGTH.reason).optional(),
    ...measurementsBody.shape,
    measurements_by_id: z.record(z.string().regex(/^\d+$/), measurementsBody).optional(),
  })
  .refine((body) => (body.id === undefined) !== (body.ids === undefined), {
    path: ['id'],
    message: 'give id or ids',
  });
export type StatusBody = z.infer<typeof statusBody>;

/** A result per row: a bulk move says for each item what happened and why. */
export const rowResult = z.object({
  id: z.number().int(),
  success: z.boolean(),
  code: z.string(),
  message: z.string(),
  version: z.number().int().optional(),
  rma_status_id: z.number().int().optional(),
  /** The piece that a store reject began, in the same deposit. */
  linked: z.object({ id: z.number().int(), number: z.string() }).optional(),
  /** Facts of a refusal: which package, which other items. */
  data: z.record(z.string(), z.unknown()).optional(),
});
export type RowResult = z.infer<typeof rowResult>;
export const statusResponse = envelope(z.array(rowResult));

export const statusOption = z.object({
  ID: z.number().int(),
  Name: z.string(),
  rank: z.number().int(),
  kind: z.string(),
});
export const statusListResponse = envelope(z.array(statusOption));

/** The verdicts of a scan (product/repair.md §8); `queued_offline` is given by the screen alone. */
export const scanVerdictName = z.enum([
  'accepted',
  'already_done',
  'wrong_package',
  'wrong_stage',
  'unknown',
  'not_expected',
  'cancelled',
  'held',
]);
export type ScanVerdictName = z.infer<typeof scanVerdictName>;

/** `POST /scan`: a code as read, the target status, and the package it is expected in. Recorded, never a move. */
export const scanBody = z.strictObject({
  code: requiredText(SCAN_CODE_LENGTH),
  target: z.coerce.number().int().min(1).max(21),
  tracking_no: code(TRACKING_NUMBER.most).optional(),
  /** When it was made: a claim that decides nothing and only places the scan in the past (docs/product/audit.md §2). */
  occurred_at: z.iso.datetime().optional(),
});
/** `POST /scan/clear`: "Clear all" of the scanning screens. */
export const scansClearBody = z.strictObject({
  ids: z.array(wireId).min(1).max(MOST_IDS),
  target: z.coerce.number().int().min(1).max(21),
});
export const scanView = z.object({
  verdict: scanVerdictName,
  code: z.string(),
  target: z.number().int(),
  item: itemView.nullable(),
  /** Who scanned it first, and when, for `already_done`. */
  first: z.object({ by: z.string(), at: z.string() }).nullable(),
  /** Where the item stands, for `wrong_stage`; its package, for `wrong_package`; the holds, for `held`. */
  rma_status_id: z.number().int().nullable(),
  tracking_number: z.string().nullable(),
  holds: z.array(z.string()),
});
export type ScanView = z.infer<typeof scanView>;
export const scanResponse = envelope(scanView);

/** `POST /operationcomment`, `/shopcomment`: 120 words at most. */
export const operationCommentBody = z.strictObject({
  id: wireId,
  comment: requiredText(REMARK_CHARACTERS),
  email: z.union([z.email(), z.literal('')]).optional(),
});
export const shopCommentBody = z.strictObject({ id: wireId, comment: requiredText(REMARK_CHARACTERS) });
/** `GET /comments?id=&comment_type=`: 1 store, 2 factory; both when not given. */
export const commentsQuery = z.strictObject({
  ...momentQuery,
  id: wireId,
  comment_type: z.coerce.number().int().min(COMMENT_TYPE.store).max(COMMENT_TYPE.factory).optional(),
  min_position: z.coerce.number().int().min(0).optional(),
});
export const commentView = z.object({
  id: z.number().int(),
  comment: z.string(),
  comment_type: z.number().int(),
  email: z.string(),
  index: z.number().int(),
  author: z.string(),
  created_at: z.string(),
});
export type CommentView = z.infer<typeof commentView>;
export const commentsResponse = envelope(z.array(commentView)).extend(pastEnvelope);

/** `POST /rma/fee/accept`: the customer agrees to this amount. */
export const feeAcceptBody = z.strictObject({
  rma_item_id: wireId,
  amount: z.number().int().min(0),
  currency: z.string().length(3),
});
/** `POST /rma/payment`: a record of a payment, not a card terminal. */
export const paymentBody = z.strictObject({
  rma_item_id: wireId,
  amount: z.number().int().min(0).max(MOST_FEE),
  currency: z.string().length(3),
  means: z.enum(PAYMENT_MEANS),
  reference: text(PAYMENT_REFERENCE_LENGTH).default(''),
});
export type PaymentBody = z.infer<typeof paymentBody>;
/** `POST /rma/payment/correct`: what the piece's record number `payment` should have said; 0 = no money changed hands. */
export const paymentCorrectBody = paymentBody.extend({
  payment: z.number().int().min(1).max(1_000),
  reason: requiredText(TEXT_LENGTH.reason),
});
/** `POST /rma/refund`: money back to the client, at most what was paid and is not due. */
export const refundBody = paymentBody.extend({ reason: requiredText(TEXT_LENGTH.reason) });
/** `POST /rma/handover`: items to the customer, with the pickup signature saved before by `/saveSign`. */
export const handoverBody = z.strictObject({
  rma_item_ids: wireIds,
  signature_id: requiredText(TEXT_LENGTH.imageId),
  received_by: text(TEXT_LENGTH.signer).default(''),
  /** Why what is to be returned is not; asked for while something is. */
  not_returned: text(TEXT_LENGTH.reason).optional(),
  /** Asked for while a loan piece is out. */
  loans: loansAtPickup,
});
/** `POST /rma/pickup`: what one client pays, over as many means as they like, and the pieces that leave with them; all or nothing. */
export const pickupBody = z.strictObject({
  rma_item_ids: wireIds,
  payments: z
    .array(
      z.strictObject({
        amount: z.number().int().min(1).max(MOST_FEE),
        currency: z.string().length(3),
        means: z.enum(PAYMENT_MEANS),
        reference: text(PAYMENT_REFERENCE_LENGTH).default(''),
      }),
    )
    .max(MOST_PAYMENTS)
    .default([]),
  signature_id: requiredText(TEXT_LENGTH.imageId),
  received_by: text(TEXT_LENGTH.signer).default(''),
  not_returned: text(TEXT_LENGTH.reason).optional(),
  loans: loansAtPickup,
});
export type PickupBody = z.infer<typeof pickupBody>;
export const pickupResponse = envelope(z.object({ ids: z.array(z.number().int()) }));
/** `POST /rma/storage`: several pieces into one place of the shop; two empty parts take the place away. */
export const storageBody = z.strictObject({
  rma_item_ids: wireIds,
  safe: line(STORAGE_PART_LENGTH).default(''),
  tray: line(STORAGE_PART_LENGTH).default(''),
});
export const itemCommandResponse = envelope(z.object({ id: z.number().int(), version: z.number().int() }));
export const itemsCommandResponse = envelope(z.array(rowResult));
