import { z } from 'zod';
import { calendarDate, requiredText, text, trackingNumber, wireId, wireIds } from '../contract/envelope.ts';
import { strokes } from './contract.ts';

/** `POST /package/seal`: seal number and gross weight (grams), without sending. */
export const sealBody = z.strictObject({
  tracking_no: trackingNumber,
  seal_number: text(60).optional(),
  gross_weight: z.number().positive().max(1_000_000).optional(),
});

/** `POST /package/unseal` and `/package/cancel`. */
export const reasonedBody = z.strictObject({ tracking_no: trackingNumber, reason: requiredText(2000) });

/** `POST /package/route`: another way or carrier, until it is sent. What is left out stays. */
export const routeBody = z
  .strictObject({
    tracking_no: trackingNumber,
    destination: wireId.optional(),
    to_client: z.boolean().optional(),
    /** Code of `/carrier/list`; '' = none. */
    carrier: text(60).optional(),
  })
  .refine((body) => !(body.to_client === true && body.destination !== undefined), {
    path: ['destination'],
    message: 'give destination or to_client',
  });

/** `POST /package/price`: the declared price of one piece in minor units, where no list knows it. */
export const priceBody = z.strictObject({
  tracking_no: trackingNumber,
  rma_item_id: wireId,
  amount: z.number().int().min(0).max(1_000_000_000_000),
  /** The sending site's when left out; another is refused. */
  currency: z.string().trim().toUpperCase().length(3).optional(),
});

/** `POST /package/pickup`: the carrier has it. */
export const pickupBody = z.strictObject({ tracking_no: trackingNumber });

/** `POST /package/tracking`: the carrier gave it another number. */
export const renumberBody = z.strictObject({
  tracking_no: trackingNumber,
  new_tracking_no: trackingNumber,
  reason: text(2000).optional(),
});

/** `POST /package/delivered`: the carrier's proof that the client has it (14 → 16); all pieces, or those named. */
export const deliveredBody = z
  .strictObject({
    tracking_no: trackingNumber,
    rma_item_ids: wireIds.optional(),
    /** The carrier's reference. */
    proof: requiredText(200),
    delivered_on: calendarDate.optional(),
    signer_name: text(200).default(''),
    strokes: strokes.optional(),
    image: z
      .string()
      .max(400_000)
      .regex(/^data:image\/png;base64,/)
      .optional(),
  })
  .refine((body) => body.image === undefined || body.strokes !== undefined, {
    path: ['strokes'],
    message: 'a picture comes with its strokes',
  });
export type DeliveredBody = z.infer<typeof deliveredBody>;
