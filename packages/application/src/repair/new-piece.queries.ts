import type { NewPiece } from '@atelier/domain/repair/item/commands.ts';
import type { AppDb } from '../platform/database.ts';

/**
 * The new piece as the catalogue knows it, so that it goes on under its own name and kind; null when there is no such
 * product. SKUs are kept in capitals.
 */
export async function describePiece(
  db: AppDb,
  { sku, serial }: Pick<NewPiece, 'sku' | 'serial'>,
): Promise<NewPiece | null> {
  const product = await db
    .selectFrom('products')
    .select(['sku', 'name', 'kind'])
    .where('sku', '=', sku.toUpperCase())
    .executeTakeFirst();
  if (product === undefined) return null;
  return { sku: product.sku, serial, name: product.name, kind: product.kind };
}
