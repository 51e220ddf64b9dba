import { z } from 'zod';
import { envelope, wireId } from '../contract/envelope.ts';

/** Why a piece cannot go there; null when it can. */
export const DELIVERY_REFUSALS = [
  'country_unknown',
  'country_not_served',
  'country_closed_to_clients',
  'invoice_without_shipping_fee',
  'item_ended',
] as const;
export type DeliveryRefusal = (typeof DELIVERY_REFUSALS)[number];

/** `POST /check/deliver/type`: whether pieces may go to the store or to the client's own door, and what it costs. */
export const deliveryCheckBody = z.strictObject({
  /** Items there are already; none while the form is being filled in. */
  items: z.array(wireId).max(200).default([]),
  country: z.string().trim().toUpperCase().length(2),
  type: z.enum(['store', 'client']),
});
/** `fee` of one parcel in minor units. */
export const deliveryCheckView = z.object({
  allowed: z.boolean(),
  fee: z.number().int(),
  currency: z.string(),
  reason: z.enum(DELIVERY_REFUSALS).nullable(),
});
export type DeliveryCheckView = z.infer<typeof deliveryCheckView>;
export const deliveryCheckAnswer = envelope(deliveryCheckView);
