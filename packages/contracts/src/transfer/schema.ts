import { z } from 'zod';
import {
  envelope,
  requiredText,
  text,
  trackingNumber,
  wireId,
  wireIdCsv,
  wireIds,
} from '../contract/schema.ts';
import { itemView } from '../repair-detail/schema.ts';
import { blockingView, saveSignBody, shipmentView, siteRef } from '../shipping/schema.ts';
import { PARCEL_LIMITS, SHIPMENT_STATES } from '@atelier/domain/shipping/contract.ts';
import { PAGE_ROWS, TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';

/** Calls of product/transfer.md §1, §2, §3. The wire's spelling stays. */

const flag = z
  .union([z.boolean(), z.literal(['1', '0', 1, 0])])
  .transform((value) => value === true || value === '1' || value === 1);

/** `POST /sav/can_transfer`: per item the reason when not; what is out of sight is `not_found`, like what does not exist. */
export const canTransferBody = z.strictObject({ rma_item_ids: wireIds });
export const canTransferResponse = envelope(
  z.array(
    z.object({
      item_id: z.number().int(),
      number: z.string().nullable(),
      rma_status_id: z.number().int().nullable(),
      can_transfer: z.boolean(),
      /** The stable code of the first reason; null when it can go. */
      code: z.string().nullable(),
    }),
  ),
);

/** `POST /sav/need_to_transfer`: another factory has to do these, and why; `needed: false` takes it back. */
export const needTransferBody = z
  .strictObject({
    rma_item_ids: wireIds,
    reason: text(TEXT_LENGTH.reason).default(''),
    needed: flag.default(true),
  })
  .refine((body) => !body.needed || body.reason !== '', { path: ['reason'], message: 'give the reason' });

/** A factory by its id or its code. */
const factoryRef = z.union([wireId, requiredText(20)]);

/** `POST /sav/tranfer_factory`: items into the basket for a factory; without ids the whole basket is assigned. */
export const transferFactoryBody = z.strictObject({
  factory: factoryRef,
  rma_item_ids: wireIds.optional(),
});

/** Answer of what changes the basket: how many pieces lie in it now. */
export const basketResponse = envelope(z.object({ changed: z.number().int(), in_basket: z.number().int() }));

/** `GET /sav/transfer_list`: the basket; with `needed=1` the pieces that wait to be put into it. */
export const transferListQuery = z.strictObject({
  needed: flag.optional(),
  min_position: z.coerce.number().int().min(0).optional(),
});
export const transferRow = itemView.extend({
  factory: siteRef.nullable(),
  transfer_reason: z.string(),
  transfer_needed_at: z.string().nullable(),
  can_transfer: z.boolean(),
  /** Every code that keeps this piece from leaving; empty when it can go. */
  blocking: z.array(z.string()),
});
export type TransferRow = z.infer<typeof transferRow>;
export const transferListResponse = envelope(z.array(transferRow));

/** `GET /sav/transfer_clear` empties the basket; its POST twin also takes single pieces out. */
export const transferClearQuery = z.strictObject({ rma_item_ids: wireIdCsv.optional() });
export const transferClearBody = z.strictObject({ rma_item_ids: wireIds.optional() }).default({});

/** `GET /sav/transfer_package`: packages of order type 3 that leave, or come to, the caller's site. */
export const transferPackageQuery = z.strictObject({
  direction: z.enum(['inbound', 'outbound']).optional(),
  state: z.enum(SHIPMENT_STATES).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(PAGE_ROWS.most).default(PAGE_ROWS.usual),
  min_position: z.coerce.number().int().min(0).optional(),
});
export const transferPackageResponse = envelope(z.array(shipmentView));

/** Signed with the sending; left out when the package was signed before, by `/saveSign`. */
const signature = z.strictObject({
  signer_name: saveSignBody.shape.signer_name,
  strokes: saveSignBody.shape.strokes,
  image: saveSignBody.shape.image,
});
const outside = {
  carrier: text(PARCEL_LIMITS.carrier).optional(),
  seal_number: text(PARCEL_LIMITS.sealNumber).optional(),
  gross_weight: z.number().positive().max(PARCEL_LIMITS.grams).optional(),
  signature: signature.optional(),
};
export type OutsideBody = z.infer<z.ZodObject<typeof outside>>;

/** `POST /sav/update_tracking_number`: binds the number to what lies in the basket for one factory, and sends it. */
export const updateTrackingBody = z.strictObject({
  tracking_number: trackingNumber,
  factory: factoryRef.optional(),
  ...outside,
});

/** `POST /send_package`: the one-step form, an explicit list to a factory. */
export const sendTransferBody = z.strictObject({
  tracking_no: trackingNumber,
  factory: factoryRef,
  rma_item_ids: wireIds,
  ...outside,
});

export const transferSentResponse = envelope(
  z.object({
    shipment: shipmentView,
    rma_item_ids: z.array(z.number().int()),
    blocking: z.array(blockingView),
  }),
);

/** `POST /get_rma_by_tracking_no`: the items of a package as flat list rows. */
export const byTrackingBody = z.strictObject({ tracking_number: trackingNumber });
