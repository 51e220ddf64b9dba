import { z } from 'zod';
import { envelope, requiredText, text, trackingNumber, wireId, wireIds } from '../contract/schema.ts';
import { CUSTOMER_REFERENCE_LENGTH } from '@atelier/domain/customer-site/contract.ts';
import { REFERENCE_LANGUAGES } from '@atelier/domain/shared/languages.ts';
import { ITEM_LABEL_SIZES, PACKAGE_LABEL_SIZES } from '@atelier/domain/documents/sizes.ts';

/** Characters of a first and a last name together, and more. */
const MOST_GLYPHS = 400;

/** The language of a paper: that of the printing account, unless it chooses another. */
export const paperLanguage = z.enum(REFERENCE_LANGUAGES);

/** `pdf` to print; `png` is the picture of one page, for the preview. */
export const paperFormat = z.enum(['pdf', 'png']);

/** `POST /rma/glyphs`: which characters of a name the papers cannot draw, each once. */
export const missingGlyphsBody = z.strictObject({ text: text(MOST_GLYPHS) });
export const missingGlyphsResponse = envelope(z.object({ missing: z.array(z.string()) }));

const page = z.coerce.number().int().min(1).max(2000).default(1);

/**
 * `POST /rma/label` (product/documents.md §1): one label per item of the RMAs, or of the items named; with `rma_tracking` the
 * package's label alone. `start` is the first free place on a sheet that was used before.
 */
export const labelBody = z
  .strictObject({
    rma_id: wireIds.optional(),
    rma_item_ids: wireIds.optional(),
    rma_tracking: trackingNumber.optional(),
    size: z.enum([...ITEM_LABEL_SIZES, ...PACKAGE_LABEL_SIZES]).optional(),
    copies: z.coerce.number().int().min(1).max(20).default(1),
    start: z.coerce.number().int().min(1).max(24).default(1),
    language: paperLanguage.optional(),
    format: paperFormat.default('pdf'),
    page,
  })
  .refine(
    ({ rma_id, rma_item_ids, rma_tracking }) => (rma_id ?? rma_item_ids ?? rma_tracking) !== undefined,
    {
      path: ['rma_id'],
      message: 'give rma_id, rma_item_ids or rma_tracking',
    },
  );
export type LabelBody = z.infer<typeof labelBody>;

/** `GET /package/packinglist`, `GET /package/customslist`. */
export const packagePaperQuery = z.strictObject({
  tracking_no: trackingNumber,
  language: paperLanguage.optional(),
  format: paperFormat.default('pdf'),
  page,
  min_position: z.coerce.number().int().min(0).optional(),
});

/** `POST /rma_worker/badge/print`: a worker's badge, in the language of the printing account. */
export const badgePaperBody = z.strictObject({ ID: wireId, language: paperLanguage.optional() });

/** `GET /bench/commands` (product/documents.md §8); without a language in that of the browser. */
export const commandSheetQuery = z.strictObject({
  language: paperLanguage.optional(),
  format: paperFormat.default('pdf'),
  page,
});

/** `GET /item/{id}/dispute` (product/documents.md §4). */
export const disputeParams = z.object({ id: wireId });
export const disputeQuery = z.strictObject({ language: paperLanguage.optional() });

/** `GET /rma/{id}/receipt` (product/documents.md §7); without a language in that of the customer. */
export const receiptParams = z.object({ id: wireId });
export const receiptQuery = z.strictObject({
  language: paperLanguage.optional(),
  format: paperFormat.default('pdf'),
  page,
});

/** `GET /item/{id}/payment` (product/documents.md §9): the piece's record `payment`, else its newest payment. */
export const paymentPaperQuery = receiptQuery.extend({
  payment: z.coerce.number().int().min(1).max(1_000).optional(),
});

/** `GET /customer/receipt`: the reference of the customer's link; a number with digits opens no receipt. */
export const customerReceiptQuery = z.strictObject({
  rma_id: requiredText(CUSTOMER_REFERENCE_LENGTH),
  language: paperLanguage.optional(),
});

/** `GET /customer/care`: which of the link's pieces, from 0, as the page lists them. */
export const customerCareQuery = z.strictObject({
  ...customerReceiptQuery.shape,
  piece: z.coerce.number().int().min(0).max(999).default(0),
});

/** `GET /item/{id}/handover` (product/documents.md §6); without a language in that of the customer. */
export const handoverParams = z.object({ id: wireId });
export const handoverQuery = z.strictObject({
  language: paperLanguage.optional(),
  format: paperFormat.default('pdf'),
  page,
});
