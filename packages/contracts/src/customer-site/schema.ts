import { codeText } from '@atelier/domain/contract/codes.ts';
import { CUSTOMER_REFERENCE_LENGTH } from '@atelier/domain/customer-site/contract.ts';
import { CUSTOMER_EXPECTED } from '@atelier/domain/customer-site/expected.ts';
import { LATER_CAUSES } from '@atelier/domain/repair/expected/expected-events.ts';
import { DELAYS } from '@atelier/domain/customer-site/delay.ts';
import { FEE_WAITS } from '@atelier/domain/shared/item-facts.ts';
import { z } from 'zod';
import { code, envelope, text } from '../contract/schema.ts';
import { customerCollection } from './collection-schema.ts';

/** `GET /rma/currenct/status?rma_id=&phone_last4=` (public, product/customer-page.md §3). Names as product/calls.md §3 fixes them. */
export const customerStatusView = z.object({
  RmaID: z.string(),
  origin_invoice_number: z.string(),
  order_number: z.string(),
  retail_carrier_code: z.string(),
  product_sku: z.string(),
  product_name: z.string(),
  product_kind: z.string(),
  product_image: z.string(),
  lastname: z.string(),
  firstname: z.string(),
  email: z.string(),
  phone_code: z.string(),
  phone: z.string(),
  shopName: z.string(),
  /** The shop that took the piece in; `shopName` and `shop` are of the one where it is collected. */
  home_shop: z.string(),
  /** How to reach and find that shop. `opening_hours` as in `siteView`; '' = not known. */
  shop: z.object({
    phone: z.string(),
    address: z.string(),
    opening_hours: z.string(),
    map_url: z.string().nullable(),
  }),
  RmaStatusHistory: z.array(z.object({ CreatedAt: z.string(), Progress: z.number().int() })),
  Progress: z.number().int().min(1).max(6),
  cancelled: z.boolean(),
  /** On its way to the customer's own door. */
  to_client: z.boolean(),
  /** It comes back without a repair, whatever the reason: which, the boutique says in person. */
  returned: z.boolean(),
  since: z.string(),
  repair_fee: z.number().int(),
  repair_fee_ccy: z.string(),
  /** Whether the fee needs the customer's agreement, and whether they were asked for it by link. */
  fee_waits: z.enum(FEE_WAITS),
  /** What keeps a piece in repair; null where nothing does. */
  delay: z.enum(DELAYS).nullable(),
  /** When its owner may expect it, on the calendar of the shop that took it in; null where the page says nothing of it. */
  expected: z
    .object({
      kind: z.enum(CUSTOMER_EXPECTED),
      from: z.string().nullable(),
      to: z.string().nullable(),
      /** Why it is later than first named, in general words; null where it is not. */
      later: z.enum(LATER_CAUSES).nullable(),
    })
    .nullable(),
  /** What the holder of the link may decide; null for a caller by number, and once the piece has left. */
  collection: customerCollection.nullable(),
  /** Where the pictures are read that staff released for the customer. */
  pictures: z.array(z.string()),
  rma_item_to_reason: z.array(z.object({ id: z.number().int(), Name: z.string() })),
});
export type CustomerStatusView = z.infer<typeof customerStatusView>;
export const customerStatusQuery = z.strictObject({
  rma_id: code(CUSTOMER_REFERENCE_LENGTH).min(1),
  phone_last4: z
    .string()
    .overwrite(codeText)
    .regex(/^\d{4}$/)
    .optional(),
  language: text(10).optional(),
});
export const customerStatusResponse = envelope(z.array(customerStatusView));
