import { z } from 'zod';
import { envelope, text } from '../../contract/schema.ts';
import { IMPORT_RESULTS } from '@atelier/domain/reference/product-import/events.ts';
import { MOST_SKUS } from '@atelier/domain/reference/product-import/product-import.ts';

/** `POST /importProduct`: the scanned list. A blank line is refused by its place, like on the screen. */
export const importProductBody = z.strictObject({ skus: z.array(text(64)).max(MOST_SKUS) });

/** `GET /importProduct?skus=A,B`: the same command; without `skus` the newest imports. */
export const importProductQuery = z.strictObject({
  skus: z.string().max(40_000).optional(),
  min_position: z.coerce.number().int().min(0).optional(),
});

export const productImportView = z.object({
  id: z.number().int(),
  version: z.number().int(),
  state: z.enum(['running', 'done']),
  requested_by: z.string(),
  requested_at: z.string(),
  finished_at: z.string().nullable(),
  total: z.number().int(),
  done: z.number().int(),
  lines: z.array(
    z.object({
      sku: z.string(),
      /** Null while it waits. */
      result: z.enum(IMPORT_RESULTS).nullable(),
      code: z.string().nullable(),
      name: z.string(),
    }),
  ),
});
export type ProductImportView = z.infer<typeof productImportView>;
export const productImportsResponse = envelope(z.array(productImportView));
