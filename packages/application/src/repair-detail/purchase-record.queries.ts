import type { PurchaseRecord } from '@atelier/contracts/repair-detail/file-schema.ts';
import { sql } from 'kysely';

/** What the tills know of an item's purchase; the date is the invoice's, and null when only the order is known. */
export type KnownPurchase = Pick<PurchaseRecord, 'because' | 'purchase_date'>;

/**
 * The purchase record of `item_row` under the alias `i` (product/rma.md §7): the one definition of
 * `has_puchase_record` and of a row's `isHasPuchaseRecords`. It knows the invoices of every shop, whatever the scope.
 */
export const purchaseRecordOfItem = sql<KnownPurchase>`
  to_jsonb(purchase_record(i.invoice_number, i.sku, i.order_id, i.order_number))`;
