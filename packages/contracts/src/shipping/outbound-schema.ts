import { z } from 'zod';
import {
  calendarDate,
  line,
  requiredText,
  signatureImage,
  strokes,
  text,
  trackingNumber,
  wireId,
  wireIds,
} from '../contract/schema.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { MOST_DECLARED_PRICE, PARCEL_LIMITS } from '@atelier/domain/shipping/contract.ts';

/** `POST /package/seal`: seal number and gross weight (grams), without sending. */
export const sealBody = z.strictObject({
  tracking_no: trackingNumber,
  seal_number: text(PARCEL_LIMITS.sealNumber).optional(),
  gross_weight: z.number().positive().max(PARCEL_LIMITS.grams).optional(),
});

/** `POST /package/unseal` and `/package/cancel`. */
export const reasonedBody = z.strictObject({
  tracking_no: trackingNumber,
  reason: requiredText(TEXT_LENGTH.reason),
});

/** `POST /package/route`: another way or carrier, until it is sent. What is left out stays. */
export const routeBody = z
  .strictObject({
    tracking_no: trackingNumber,
    destination: wireId.optional(),
    to_client: z.boolean().optional(),
    /** Code of `/carrier/list`; '' = none. */
    carrier: text(PARCEL_LIMITS.carrier).optional(),
  })
  .refine((body) => !(body.to_client === true && body.destination !== undefined), {
    path: ['destination'],
    message: 'give destination or to_client',
  });

/** `POST /package/price`: the declared price of one piece in minor units, where no list knows it. */
export const priceBody = z.strictObject({
  tracking_no: trackingNumber,
  rma_item_id: wireId,
  amount: z.number().int().min(0).max(MOST_DECLARED_PRICE),
  /** The sending site's when left out; another is refused. */
  currency: z.string().trim().toUpperCase().length(3).optional(),
});

/** `POST /package/pickup`: the carrier has it. */
export const pickupBody = z.strictObject({ tracking_no: trackingNumber });

/** `POST /package/tracking`: the carrier gave it another number. */
export const renumberBody = z.strictObject({
  tracking_no: trackingNumber,
  new_tracking_no: trackingNumber,
  reason: text(TEXT_LENGTH.reason).optional(),
});

/** `POST /package/delivered`: the carrier's proof that the client has it (14 → 16); all pieces, or those named. */
export const deliveredBody = z
  .strictObject({
    tracking_no: trackingNumber,
    rma_item_ids: wireIds.optional(),
    /** The carrier's reference. */
    proof: requiredText(PARCEL_LIMITS.proof),
    delivered_on: calendarDate.optional(),
    signer_name: line(TEXT_LENGTH.signer).default(''),
    strokes: strokes.optional(),
    image: signatureImage.optional(),
    /** Why what is to be returned is not; asked for while something is. */
    not_returned: text(TEXT_LENGTH.reason).optional(),
  })
  .refine((body) => body.image === undefined || body.strokes !== undefined, {
    path: ['strokes'],
    message: 'a picture comes with its strokes',
  });
export type DeliveredBody = z.infer<typeof deliveredBody>;
