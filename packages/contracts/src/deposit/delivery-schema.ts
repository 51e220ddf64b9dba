import { z } from 'zod';
import { envelope, wireId } from '../contract/schema.ts';
import { DELIVERY_REFUSALS, MOST_ITEMS } from '@atelier/domain/deposit/contract.ts';
import { DELIVERY_TARGETS } from '@atelier/domain/reference/contract.ts';

/** `POST /check/deliver/type`: whether pieces may go to the store or to the client's own door, and what it costs. */
export const deliveryCheckBody = z.strictObject({
  /** Items there are already; none while the form is being filled in. */
  items: z.array(wireId).max(MOST_ITEMS).default([]),
  country: z.string().trim().toUpperCase().length(2),
  type: z.enum(DELIVERY_TARGETS),
});
/** `fee` of one parcel in minor units. */
export const deliveryCheckView = z.object({
  allowed: z.boolean(),
  fee: z.number().int(),
  currency: z.string(),
  reason: z.enum(DELIVERY_REFUSALS).nullable(),
});
export type DeliveryCheckView = z.infer<typeof deliveryCheckView>;
export const deliveryCheckResponse = envelope(deliveryCheckView);
