import { z } from 'zod';
import { headerOf } from '../import/data-set.ts';
import type { DataSet } from '../import/data-set.ts';
import { readRow } from '../import/read-file.ts';
import type { ImportRow } from '../import/read-file.ts';
import { PRICES, PRODUCTS } from '../import/sets-catalogue.ts';

/** One item as the catalogue feed gives it: Business Central's own fields, and the house's beside them. */
export const feedItem = z.object({
  number: z.string(),
  displayName: z.string(),
  itemCategoryCode: z.string(),
  collection: z.string().default(''),
  metal: z.string().default(''),
  isGold: z.boolean().default(false),
  sizes: z.array(z.string()).default([]),
  /** Grams. */
  netWeight: z.number(),
  prices: z.array(z.object({ currencyCode: z.string(), unitPrice: z.number() })).default([]),
});
export type FeedItem = z.infer<typeof feedItem>;

/** The page of an OData answer. */
export const feedPage = z.object({ value: z.array(feedItem) });

/** An item as rows of the sets that files bring too: the same checks, the same tables. */
export function rowsOfItem(item: FeedItem): {
  readonly product: ImportRow;
  readonly prices: readonly ImportRow[];
} {
  const sku = item.number.trim().toUpperCase();
  const product = rowOf(PRODUCTS, 1, {
    sku,
    name: item.displayName,
    kind: item.itemCategoryCode.toLowerCase(),
    collection: item.collection,
    metal: item.metal,
    is_gold: String(item.isGold),
    sizes: item.sizes.join('|'),
    weight_g: String(item.netWeight),
  });
  const prices = item.prices.map(({ currencyCode, unitPrice }, index) =>
    rowOf(PRICES, index + 1, { sku, currency: currencyCode, amount: String(unitPrice) }),
  );
  return { product, prices };
}

function rowOf(set: DataSet, line: number, cells: Readonly<Record<string, string>>): ImportRow {
  const header = headerOf(set);
  return readRow(
    set,
    header,
    line,
    header.map((name) => cells[name] ?? ''),
  );
}
