import { CUSTOMER_REFERENCE_LENGTH } from '@atelier/domain/customer-site/contract.ts';
import { COLLECTION_KINDS } from '@atelier/domain/repair/collection/collection-events.ts';
import { z } from 'zod';
import { clockTime, code, text, wireId } from '../contract/schema.ts';

const pickupTime = z.strictObject({ day: z.iso.date(), from: clockTime, to: clockTime });

/** How a piece comes back to the holder of the link, and what they may still decide (product/repair.md §20). */
export const customerCollection = z.object({
  kind: z.enum(COLLECTION_KINDS),
  /** The other shop that was chosen. */
  shop_id: z.number().int().nullable(),
  can_change: z.boolean(),
  /** Other shops of the country. */
  shops: z.array(z.object({ id: z.number().int(), name: z.string(), city: z.string() })),
  /** Price of a delivery to the deposit's address, minor units; null where none is offered. */
  delivery: z.object({ fee: z.number().int(), currency: z.string() }).nullable(),
  /** It waits at the shop where it is collected. */
  is_ready: z.boolean(),
  /** The code of their link, which the counter's scanner reads; '' until the piece is ready. */
  code: z.string(),
  booking: z.object({ day: z.string(), from: z.string(), to: z.string() }).nullable(),
  /** Times that can be booked, on the shop's calendar and clock. */
  days: z.array(
    z.object({ day: z.string(), slots: z.array(z.object({ from: z.string(), to: z.string() })) }),
  ),
});
export type CustomerCollection = z.infer<typeof customerCollection>;

const link = {
  /** The reference of the customer's link; a number with digits decides nothing. */
  rma_id: code(CUSTOMER_REFERENCE_LENGTH).min(1),
  language: text(10).optional(),
};
/** `POST /customer/collection`: by the link, for every piece of the deposit that is still with the house. */
export const chooseCollectionBody = z.strictObject({
  ...link,
  kind: z.enum(COLLECTION_KINDS),
  shop_id: wireId.nullable().default(null),
});
/** `POST /customer/pickup`: one of the offered times; null cancels the booked one. */
export const bookPickupBody = z.strictObject({ ...link, pickup: pickupTime.nullable() });
