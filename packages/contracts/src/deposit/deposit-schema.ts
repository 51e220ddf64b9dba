import { z } from 'zod';
import { codeText } from '@atelier/domain/contract/codes.ts';
import {
  calendarDate,
  capitals,
  code,
  envelope,
  line,
  requiredText,
  signatureImage,
  strokes,
  text,
  wireId,
} from '../contract/schema.ts';
import { loanFacts } from './loan-schema.ts';
import { dialable, email, partOfName, personName } from '../contract/person-schema.ts';
import {
  DEPOSIT_LENGTH,
  DEPOSIT_LIMITS,
  MOST_ITEMS,
  PHONE_CODE,
  SURVEY_REASONS,
} from '@atelier/domain/deposit/contract.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { DELIVERY_TARGETS } from '@atelier/domain/reference/contract.ts';
import { REFERENCE_LANGUAGES } from '@atelier/domain/shared/languages.ts';

/** To a ten-thousandth: less than a pixel. */
const partOfPicture = z
  .number()
  .min(0)
  .max(1)
  .overwrite((part) => Math.round(part * 10_000) / 10_000);

/** A mark on one of the piece's pictures, as parts of its width and height from the top left (product/images.md §5). */
export const conditionMark = z.strictObject({
  image: requiredText(TEXT_LENGTH.imageId),
  x: partOfPicture,
  y: partOfPicture,
  text: requiredText(DEPOSIT_LENGTH.mark),
});

/** What the shop says of one jewel at deposit (product/deposit.md §1, §2). Money in minor units. */
export const createItemBody = z.strictObject({
  product_sku: capitals(DEPOSIT_LENGTH.sku).min(1),
  product_size: text(DEPOSIT_LENGTH.size).default(''),
  serial_number: code(DEPOSIT_LENGTH.serialNumber).default(''),
  invoice_number: capitals(DEPOSIT_LENGTH.invoiceNumber).min(1),
  purchase_date: calendarDate,
  reasons: z.array(wireId).min(1).max(DEPOSIT_LIMITS.reasons),
  sub_reasons: z.array(wireId).max(DEPOSIT_LIMITS.subReasons).default([]),
  maintenance_amount: z.number().int().min(0).max(DEPOSIT_LIMITS.amount),
  total_weight: z.number().positive().max(DEPOSIT_LIMITS.grams),
  extended_warranty: z.boolean().default(false),
  is_waived_fee: z.boolean().default(false),
  store_remark: text(DEPOSIT_LENGTH.storeRemark).default(''),
  renew_reasons: z.array(text(DEPOSIT_LENGTH.renewReason)).max(DEPOSIT_LIMITS.renewReasons).default([]),
  images: z.array(requiredText(TEXT_LENGTH.imageId)).max(DEPOSIT_LIMITS.images).default([]),
  /** What is worn or damaged, marked on `images`. An edit without them leaves them as they are. */
  marks: z.array(conditionMark).max(DEPOSIT_LIMITS.marks).optional(),
  gold_image: text(TEXT_LENGTH.imageId).optional(),
  gold_weight: z.number().positive().max(DEPOSIT_LIMITS.grams).optional(),
  carat_weight: z.number().min(0).max(DEPOSIT_LIMITS.grams).optional(),
  /** Checked by `/get_one_product_cert`: the certificate that names this sequence number. */
  certificate_no: capitals(DEPOSIT_LENGTH.certificateNumber).default(''),
  sequence_number: code(DEPOSIT_LENGTH.certificateNumber).optional(),
  /** Proof of an extended warranty: an uploaded image. */
  extended_warranty_proof: text(TEXT_LENGTH.imageId).optional(),
  /** The warranty set by hand against the rule, and why. */
  warranty_override: z
    .strictObject({ in_warranty: z.boolean(), reason: requiredText(DEPOSIT_LENGTH.overrideReason) })
    .optional(),
  /** A suspected counterfeit: a picture and what is wrong with it. */
  fake_product: z
    .strictObject({
      image: requiredText(TEXT_LENGTH.imageId),
      remark: requiredText(DEPOSIT_LENGTH.fakeRemark),
    })
    .optional(),
  /** Lent to the client meanwhile; handed out with the deposit. */
  loan: loanFacts.optional(),
  exchange_survey: z
    .strictObject({
      reason: z.enum(SURVEY_REASONS),
      comment: requiredText(DEPOSIT_LENGTH.surveyComment),
    })
    .optional(),
});
export type CreateItemBody = z.infer<typeof createItemBody>;

/** Strokes in a 0..1 box, and their picture as a data URL, as `POST /saveSign` takes them. */
export const depositSignature = z.strictObject({
  signer_name: line(TEXT_LENGTH.signer).default(''),
  strokes,
  image: signatureImage.optional(),
});

/** `POST /rma`: one deposit by one customer, 1..n items. */
export const createRmaBody = z.strictObject({
  firstname: partOfName(TEXT_LENGTH.personName),
  lastname: partOfName(TEXT_LENGTH.personName),
  phone_code: z.string().overwrite(codeText).regex(PHONE_CODE),
  phone: requiredText(DEPOSIT_LENGTH.phone),
  // A field that is not there reads like the other mandatory ones, not like a wrong address.
  email: z.union([email, z.literal(''), z.literal('null')], {
    error: ({ input }) => (input === undefined ? 'expected a text, received undefined' : undefined),
  }),
  country: z.string().length(2),
  province: text(DEPOSIT_LENGTH.province).default(''),
  city: text(DEPOSIT_LENGTH.city).default(''),
  address: requiredText(DEPOSIT_LENGTH.address),
  receiver_name: personName(DEPOSIT_LENGTH.receiverName),
  receiver_phone: dialable,
  is_agent: z.boolean().default(false),
  /** Where the repaired piece goes: back to this shop, or to the client. */
  delivery: z.enum(DELIVERY_TARGETS).default('store'),
  language: z.enum(REFERENCE_LANGUAGES),
  platform_type: requiredText(DEPOSIT_LENGTH.platformType),
  fulfilled_date: calendarDate,
  original_order_id: requiredText(DEPOSIT_LENGTH.orderId),
  original_order_number: requiredText(DEPOSIT_LENGTH.orderId),
  customer_id: wireId.optional(),
  /** The customer's signature under the deposit, recorded with it. */
  signature: depositSignature.optional(),
  /** How many one deposit may hold is configured: `too_many_items` says so. */
  items: z.array(createItemBody).min(1).max(MOST_ITEMS),
});
export type CreateRmaBody = z.infer<typeof createRmaBody>;

export const createRmaResponse = envelope(
  z.object({
    id: z.number().int(),
    number: z.string(),
    public_reference: z.string(),
    language: z.string(),
    items: z.array(z.object({ id: z.number().int(), number: z.string() })),
  }),
);
