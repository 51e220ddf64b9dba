import { fromFile } from './from-file.ts';
import { emptyPiece, type PieceValues, type RmaValues } from './form-values.ts';

/** Which piece it is and what is wrong with it; what is weighed, shot, agreed or decided at a deposit is asked again. */
const KEPT = [
  'invoice_number',
  'product_sku',
  'product_name',
  'product_kind',
  'product_size',
  'is_gold',
  'serial_number',
  'purchase_date',
  'reasons',
  'sub_reasons',
] as const satisfies readonly (keyof PieceValues)[];

/** A new deposit like one there is (product/deposit.md §14): its client, receiver and order, and its pieces. */
export function copyOf(...deposit: Parameters<typeof fromFile>): RmaValues {
  const values = fromFile(...deposit);
  const items = values.items.map((piece): PieceValues => {
    const kept = KEPT.map((field) => [field, piece[field]] as const);
    return { ...emptyPiece(), ...Object.fromEntries(kept) };
  });
  return { ...values, items: items.length === 0 ? [emptyPiece()] : items };
}
