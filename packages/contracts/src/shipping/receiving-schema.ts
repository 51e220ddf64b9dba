import { z } from 'zod';
import { capitalCode } from '@atelier/domain/contract/codes.ts';
import { envelope, requiredText, text, trackingNumber, wireId, wireIds } from '../contract/schema.ts';
import { itemView } from '../repair-detail/schema.ts';
import { shipmentView } from './schema.ts';
import {
  EXTRA_STATES,
  LINE_STATES,
  RECEIPT_EVENTS,
  PARCEL_LIMITS,
  SETTLEMENT_LIMITS,
} from '@atelier/domain/shipping/contract.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';

/** `POST /package/arrival`: seal number and gross weight (grams) at the other end (product/shipping.md §6); at least one of them. */
export const arrivalBody = z
  .strictObject({
    tracking_no: trackingNumber,
    seal_number: text(PARCEL_LIMITS.sealNumber).optional(),
    gross_weight: z.number().positive().max(PARCEL_LIMITS.grams).optional(),
  })
  .refine((body) => (body.seal_number ?? '') !== '' || body.gross_weight !== undefined, {
    path: ['seal_number'],
    message: 'give seal_number or gross_weight',
  });
export type ArrivalBody = z.infer<typeof arrivalBody>;

/** What a scanner reads, or a hand copies from a label: never a name or a sentence, for the log keeps it. */
const scannedCode = z
  .string()
  .overwrite(capitalCode)
  .regex(/^[A-Z0-9][A-Z0-9./_-]{2,63}$/);

/**
 * `POST /package/extra` sets a piece apart that is not on the list; `/package/extra/adopt` takes it in. `POST /package/astray`: a
 * box lies where it was not sent; a piece out of it, by the numbers of both.
 */
export const extraBody = z.strictObject({ tracking_no: trackingNumber, code: scannedCode });
/** `POST /package/extra/return`: it goes back, or on, to where it belongs. */
export const extraReturnBody = extraBody.extend({ reason: requiredText(TEXT_LENGTH.reason) });

/** `POST /package/close`: everything is accounted for, and nothing waits. */
export const closeBody = z.strictObject({ tracking_no: trackingNumber });

/** `POST /rma/missing` and `/rma/found`: all of them or none. */
export const missingBody = z.strictObject({ rma_item_ids: wireIds });

/** `POST /rma/settle_lost`: a missing piece is declared lost and settled; who calls approves it (product/shipping.md §8). */
export const settleLostBody = z.strictObject({
  rma_item_id: wireId,
  /** Minor units. */
  amount: z.number().int().min(0).max(SETTLEMENT_LIMITS.amount),
  currency: z
    .string()
    .trim()
    .regex(/^[A-Z]{3}$/),
  reference: requiredText(SETTLEMENT_LIMITS.reference),
});

export const receiptLine = z.object({
  item_id: z.number().int(),
  number: z.string(),
  state: z.enum(LINE_STATES),
  received_at: z.string().nullable(),
  /** Where it was received, when that was not where the package goes; '' otherwise. */
  received_elsewhere: z.string(),
});
export type ReceiptLine = z.infer<typeof receiptLine>;

export const receiptExtra = z.object({
  code: z.string(),
  state: z.enum(EXTRA_STATES),
  /** It is a jewel of ours, whether or not the caller may see more of it. */
  is_known: z.boolean(),
  at: z.string(),
  by: z.string(),
});
export type ReceiptExtra = z.infer<typeof receiptExtra>;

export const receiptEvent = z.object({
  kind: z.enum(RECEIPT_EVENTS),
  /** The piece's number or the extra's code; '' for what concerns the package as a whole. */
  subject: z.string(),
  reason: z.string(),
  at: z.string(),
  by: z.string(),
});
export type ReceiptEvent = z.infer<typeof receiptEvent>;

export const receiptView = z.object({
  shipment: shipmentView,
  /** Where the caller stands: who receives works on it, who sent it looks on. */
  side: z.enum(['receiver', 'sender']),
  /** Null until checked. */
  arrival: z
    .object({
      seal_number: z.string(),
      gross_weight: z.number().nullable(),
      differs: z.array(z.enum(['seal_number', 'gross_weight'])),
    })
    .nullable(),
  lines: z.array(receiptLine),
  /** The pieces of it that the caller may see. */
  items: z.array(itemView),
  extras: z.array(receiptExtra),
  /** The newest first. */
  log: z.array(receiptEvent),
  can_close: z.boolean(),
});
export type ReceiptView = z.infer<typeof receiptView>;

export const receiptQuery = z.strictObject({
  tracking_no: trackingNumber,
  min_position: z.coerce.number().int().min(0).optional(),
});
/** `GET /package/receipt`: a package as its two ends see it arrive. */
export const receiptResponse = envelope(receiptView);
