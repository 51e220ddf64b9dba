import type { ProductImportView } from '@atelier/contracts/reference/product-import/schema.ts';
import type { AppDb } from '../../platform/database.ts';

const SHOWN = 20;

/** The newest imports, each SKU with what became of it and the name it carries in the catalogue now. */
export async function listProductImports(db: AppDb): Promise<ProductImportView[]> {
  const rows = await db
    .selectFrom('product_import_row as p')
    .leftJoin('users as u', 'u.id', 'p.requested_by')
    .selectAll('p')
    .select('u.name as requested_by_name')
    .orderBy('p.id', 'desc')
    .limit(SHOWN)
    .execute();
  const names = await namesOf(db, [...new Set(rows.flatMap(({ skus }) => skus))]);
  return rows.map((row) => {
    const taken = new Map(row.lines.map((line) => [line.sku, line]));
    return {
      id: row.id,
      version: row.version,
      state: row.state,
      requested_by: row.requested_by_name ?? '',
      requested_at: row.requested_at.toISOString(),
      finished_at: row.finished_at?.toISOString() ?? null,
      total: row.skus.length,
      done: row.lines.length,
      lines: row.skus.map((sku) => ({
        sku,
        result: taken.get(sku)?.result ?? null,
        code: taken.get(sku)?.code ?? null,
        name: names.get(sku) ?? '',
      })),
    };
  });
}

async function namesOf(db: AppDb, skus: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (skus.length === 0) return new Map();
  const rows = await db
    .selectFrom('products')
    .select(['sku', 'name'])
    .where((where) => where('sku', '=', where.fn.any(where.val([...skus]))))
    .execute();
  return new Map(rows.map(({ sku, name }) => [sku, name]));
}

/** Imports that were asked for and are not finished: what a reconciler puts back into the queue. */
export async function listRunningImports(db: AppDb): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('product_import_row')
    .select('id')
    .where('state', '=', 'running')
    .execute();
  return rows.map(({ id }) => id);
}
