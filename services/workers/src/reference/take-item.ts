import { createHash } from 'node:crypto';
import { rowsOfItem } from '@atelier/contracts/reference/product-import/feed-item.ts';
import type { FeedItem } from '@atelier/contracts/reference/product-import/feed-item-schema.ts';
import type { ImportedLine } from '@atelier/domain/reference/product-import/events.ts';
import type { DataSet } from '@atelier/domain/reference/import/data-set.ts';
import type { ImportRow } from '@atelier/domain/reference/import/read-file.ts';
import { PRICES, PRODUCTS } from '@atelier/domain/reference/import/sets-catalogue.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import {
  importReference,
  type ImportResult,
} from '@atelier/application/reference/import/reference-import.commands.ts';
import { systemCaller } from '../system-caller.ts';

/**
 * Saves one item's product and prices by the same import that files take: checked, upserted, and in the log with
 * `ReferenceImported`. What is in the tables already is left alone, so that a repeated import writes nothing.
 */
export async function takeItem(
  services: CommandServices,
  importId: number,
  sku: string,
  item: FeedItem,
): Promise<ImportedLine> {
  const { product, prices } = rowsOfItem(item);
  const digest = createHash('sha256').update(JSON.stringify(item)).digest('hex');
  const take = takeRows(services, importId, digest);
  const [issue] = [product, ...prices].flatMap((row) => row.issues);
  if (issue !== undefined) return { sku, result: 'invalid', code: `${issue.column}.${issue.code}` };
  const taken = await take(PRODUCTS, [product]);
  const refused = refusalOf(taken);
  if (refused !== null) return { sku, result: 'invalid', code: refused };
  const priced = prices.length === 0 ? null : await take(PRICES, prices);
  const unpriced = priced === null ? null : refusalOf(priced);
  if (unpriced !== null) return { sku, result: 'invalid', code: unpriced };
  return { sku, result: resultOf(taken, priced), code: null };
}

function takeRows(services: CommandServices, importId: number, digest: string) {
  return async (set: DataSet, rows: readonly ImportRow[]): Promise<ImportResult> => {
    const { metadata } = systemCaller(services.clock, `product import ${importId}`);
    const request = { set, rows, digest, metadata, by: null };
    const planned = await importReference(services, { ...request, isDryRun: true });
    const { insert, update, error } = planned.counts;
    if (error > 0 || insert + update === 0) return planned;
    return importReference(services, { ...request, isDryRun: false });
  };
}

function refusalOf({ lines }: ImportResult): string | null {
  const [issue] = lines.flatMap(({ errors }) => errors);
  return issue === undefined ? null : `${issue.column}.${issue.code}`;
}

function resultOf(product: ImportResult, prices: ImportResult | null): ImportedLine['result'] {
  if (product.counts.insert > 0) return 'created';
  const changed = product.counts.update + (prices?.counts.update ?? 0) + (prices?.counts.insert ?? 0);
  return changed > 0 ? 'updated' : 'unchanged';
}
