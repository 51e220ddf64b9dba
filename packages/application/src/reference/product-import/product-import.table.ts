import type { ProductImportRow } from '@atelier/domain/reference/product-import/product-import.ts';
import type { StoredRow } from '../../projections/stored-row.ts';

/** A row of migrations/0019_administration.sql: what `toProductImportRow` makes of the stream `product-import-<id>`. */
export type ProductImportTable = StoredRow<ProductImportRow, 'requested_at' | 'finished_at'>;

declare module '../../platform/database.ts' {
  interface Database {
    product_import_row: ProductImportTable;
  }
}
