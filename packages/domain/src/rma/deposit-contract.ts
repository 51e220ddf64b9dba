import { z } from 'zod';
import { calendarDate, envelope, requiredText, text, wireId } from '../contract/envelope.ts';
import { dialable, personName } from '../contract/person-text.ts';

/** The most that can be configured for one deposit (`max_items_per_rma`). */
export const MOST_ITEMS = 200;

/** What the shop says of one jewel at deposit (product/deposit.md §1, §2). Money in minor units. */
export const createItemBody = z.strictObject({
  product_sku: requiredText(40),
  product_size: text(20).default(''),
  serial_number: text(60).default(''),
  invoice_number: requiredText(60),
  purchase_date: calendarDate,
  reasons: z.array(wireId).min(1).max(20),
  sub_reasons: z.array(wireId).max(40).default([]),
  maintenance_amount: z.number().int().min(0).max(100_000_000),
  total_weight: z.number().positive().max(100_000),
  extended_warranty: z.boolean().default(false),
  is_waived_fee: z.boolean().default(false),
  store_remark: text(4000).default(''),
  renew_reasons: z.array(text(200)).max(10).default([]),
  images: z.array(requiredText(100)).max(12).default([]),
  gold_image: text(100).optional(),
  gold_weight: z.number().positive().max(100_000).optional(),
  carat_weight: z.number().min(0).max(100_000).optional(),
  /** Checked by `/get_one_product_cert`: the certificate that names this sequence number. */
  certificate_no: text(60).default(''),
  sequence_number: text(60).optional(),
  /** Proof of an extended warranty: an uploaded image. */
  extended_warranty_proof: text(100).optional(),
  /** The warranty set by hand against the rule, and why. */
  warranty_override: z.strictObject({ in_warranty: z.boolean(), reason: requiredText(2000) }).optional(),
  /** A suspected counterfeit: a picture and what is wrong with it. */
  fake_product: z.strictObject({ image: requiredText(100), remark: requiredText(4000) }).optional(),
  exchange_survey: z
    .strictObject({
      reason: z.enum(['customer_wants_repair', 'no_stock', 'other']),
      comment: requiredText(2000),
    })
    .optional(),
});
export type CreateItemBody = z.infer<typeof createItemBody>;

/** Strokes in a 0..1 box, and their picture as a data URL, as `POST /saveSign` takes them. */
export const depositSignature = z.strictObject({
  signer_name: text(200).default(''),
  strokes: z.array(z.array(z.tuple([z.number(), z.number(), z.number().optional()])).max(5000)).max(500),
  image: z
    .string()
    .max(400_000)
    .regex(/^data:image\/png;base64,/)
    .optional(),
});

/** `POST /rma`: one deposit by one customer, 1..n items. */
export const createRmaBody = z.strictObject({
  firstname: personName(100),
  lastname: personName(100),
  phone_code: z.string().regex(/^\+?\d{1,4}$/),
  phone: requiredText(30),
  // A field that is not there reads like the other mandatory ones, not like a wrong address.
  email: z.union([z.email().max(254), z.literal(''), z.literal('null')], {
    error: ({ input }) => (input === undefined ? 'expected a text, received undefined' : undefined),
  }),
  country: z.string().length(2),
  province: text(100).default(''),
  city: text(100).default(''),
  address: requiredText(300),
  receiver_name: personName(200),
  receiver_phone: dialable,
  is_agent: z.boolean().default(false),
  /** Where the repaired piece goes: back to this shop, or to the client. */
  delivery: z.enum(['store', 'client']).default('store'),
  language: z.enum(['en', 'zh-CN', 'zh-TW', 'fr', 'es', 'ja', 'ar']),
  platform_type: requiredText(40),
  fulfilled_date: calendarDate,
  original_order_id: requiredText(60),
  original_order_number: requiredText(60),
  customer_id: wireId.optional(),
  /** The customer's signature under the deposit, recorded with it. */
  signature: depositSignature.optional(),
  /** How many one deposit may hold is configured: `too_many_items` says so. */
  items: z.array(createItemBody).min(1).max(MOST_ITEMS),
});
export type CreateRmaBody = z.infer<typeof createRmaBody>;

export const createRmaAnswer = envelope(
  z.object({
    id: z.number().int(),
    number: z.string(),
    public_reference: z.string(),
    items: z.array(z.object({ id: z.number().int(), number: z.string() })),
  }),
);
