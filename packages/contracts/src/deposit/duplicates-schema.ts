import { z } from 'zod';
import { capitals, code, envelope, wireId } from '../contract/schema.ts';
import { DEPOSIT_LENGTH } from '@atelier/domain/deposit/contract.ts';

const id = z.number().int();

/** `GET /rma/duplicates`: a piece by its serial, or by the invoice line that sold it. */
export const duplicatesQuery = z
  .strictObject({
    serial: code(DEPOSIT_LENGTH.serialNumber).default(''),
    invoice_no: capitals(DEPOSIT_LENGTH.invoiceNumber).default(''),
    product_sku: capitals(DEPOSIT_LENGTH.sku).default(''),
    /** The edited deposit, which is not its own duplicate. */
    except_rma_id: wireId.optional(),
    min_position: z.coerce.number().int().min(0).optional(),
  })
  .refine(
    ({ serial, invoice_no, product_sku }) => serial !== '' || (invoice_no !== '' && product_sku !== ''),
    {
      path: ['serial'],
      message: 'give a serial, or invoice_no and product_sku',
    },
  );
export const duplicateView = z.object({
  rma_item_id: id,
  rma_id: id,
  number: z.string(),
  rma_status_id: id,
  store_name: z.string(),
  receive_item_date: z.string(),
  because: z.enum(['serial', 'replaced', 'invoice_line']),
});
export type DuplicateView = z.infer<typeof duplicateView>;
/** `elsewhere`: open at another store too, of which nothing more is shown. */
export const duplicatesView = z.object({ open: z.array(duplicateView), elsewhere: z.boolean() });
export type DuplicatesView = z.infer<typeof duplicatesView>;
export const duplicatesResponse = envelope(duplicatesView);
