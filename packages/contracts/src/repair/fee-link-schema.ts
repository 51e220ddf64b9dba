import { z } from 'zod';
import {
  envelope,
  requiredLine,
  requiredText,
  signatureImage,
  strokes,
  text,
  wireId,
} from '../contract/schema.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { MESSAGE_STOPS } from '@atelier/domain/messages/contract.ts';
import { ADDRESS_WAYS, MESSAGE_CHANNELS } from '@atelier/domain/shared/message-terms.ts';
import {
  FEE_LINK_STANDINGS,
  FEE_TOKEN_LENGTH,
  type FeeLinkWay,
} from '@atelier/domain/repair/item/fee-link-contract.ts';

/** `POST /rma/fee/link/revoke`. */
export const feeLinkBody = z.strictObject({ rma_item_id: wireId });
/** `POST /rma/fee/link`: `way` says how the link leaves the shop. */
export const makeFeeLinkBody = feeLinkBody.extend({
  way: z.enum(['screen', 'printed'] satisfies readonly FeeLinkWay[]).default('screen'),
});
const way = z.enum(ADDRESS_WAYS);
/** `GET /rma/fee/link/ways`: how the customer can be sent the link now. */
export const feeLinkWaysResponse = envelope(
  z.array(
    z.object({
      way,
      channel: z.enum(MESSAGE_CHANNELS).nullable(),
      /** Why it is not sent this way; null = it is sent. */
      why: z.enum(MESSAGE_STOPS).nullable(),
      /** The end of quiet hours, when it leaves; null = at once. */
      due_at: z.string().nullable(),
    }),
  ),
);
/** `POST /rma/fee/link/send`. */
export const sendFeeLinkBody = feeLinkBody.extend({ way });

/** The link is in this response and nowhere else: only a hash of its secret is kept. */
export const feeLinkResponse = envelope(
  z.object({
    id: z.number().int(),
    version: z.number().int(),
    link: z.string(),
    /** The link as a QR code: an SVG as a data URL, for the customer's own phone. */
    qr: z.string(),
  }),
);

const feeToken = z
  .string()
  .min(FEE_TOKEN_LENGTH.least)
  .max(FEE_TOKEN_LENGTH.most)
  .regex(/^[0-9a-z]{1,11}-[\w-]{32}$/);

/** `GET /fee/{token}`: what is no token is as unknown as a wrong one. */
export const feeTokenParams = z.strictObject({ token: z.string().max(200) });
export const feeAskedQuery = z.strictObject({ language: text(10).optional() });

/** What a customer reads before they answer. Once the person is erased only `standing` says anything. */
export const feeAskedView = z.object({
  standing: z.enum(FEE_LINK_STANDINGS),
  number: z.string(),
  product_name: z.string(),
  product_kind: z.string(),
  product_image: z.string(),
  shop_name: z.string(),
  shop_phone: z.string(),
  /** What is done for the amount, in the reader's language: as the workshop found, else as was named at the counter. */
  work: z.array(z.string()),
  /** Minor units, as the link names it. */
  amount: z.number().int(),
  currency: z.string(),
  /** Version of the conditions to be answered with. */
  conditions: z.string(),
  /** The conditions one by one in the reader's language; null where the page's own words hold. */
  conditions_text: z.array(z.string()).nullable(),
  /** The customer's own language, as the boutique wrote it down. */
  language: z.string(),
  answered_at: z.string().nullable(),
});
export type FeeAskedView = z.infer<typeof feeAskedView>;
export const feeAskedResponse = envelope(feeAskedView);

/** Who answers writes their name; a signature is drawn, or the name stands for it. */
export const FEE_NAME_LENGTH = TEXT_LENGTH.personName;

/** `POST /fee/answer`: for exactly this amount. `key` is the page's own: the same answer sent twice counts once. */
export const feeAnswerBody = z.strictObject({
  token: feeToken,
  answer: z.enum(['approved', 'declined']),
  amount: z.number().int().min(0),
  currency: z.string().length(3),
  name: requiredLine(FEE_NAME_LENGTH),
  strokes: strokes.default([]),
  image: signatureImage.optional(),
  /** The name was typed to stand for a signature. */
  name_signs: z.boolean().default(false),
  conditions: requiredText(20),
  language: requiredText(10),
  key: z.string().regex(/^[\w-]{16,64}$/),
});
export type FeeAnswerBody = z.output<typeof feeAnswerBody>;
