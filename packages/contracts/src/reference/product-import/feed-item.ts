import { capitalCode } from '@atelier/domain/contract/codes.ts';
import { headerOf, type DataSet } from '@atelier/domain/reference/import/data-set.ts';
import { readRow, type ImportRow } from '@atelier/domain/reference/import/read-file.ts';
import { PRICES, PRODUCTS } from '@atelier/domain/reference/import/sets-catalogue.ts';
import type { FeedItem } from './feed-item-schema.ts';

/** An item as rows of the sets that files bring too: the same checks, the same tables. */
export function rowsOfItem(item: FeedItem): {
  readonly product: ImportRow;
  readonly prices: readonly ImportRow[];
} {
  const sku = capitalCode(item.number);
  const product = rowOf(PRODUCTS, 1, {
    sku,
    name: item.displayName,
    kind: item.itemCategoryCode.toLowerCase(),
    collection: item.collection,
    metal: item.metal,
    is_gold: String(item.isGold),
    sizes: item.sizes.join('|'),
    weight_g: decimalText(item.netWeight),
  });
  const prices = item.prices.map(({ currencyCode, unitPrice }, index) =>
    rowOf(PRICES, index + 1, { sku, currency: currencyCode, amount: decimalText(unitPrice) }),
  );
  return { product, prices };
}

/** A number of a program: its point is always the decimal one, so that three digits behind it never read as thousands. */
const decimalText = (value: number): string => (Number.isInteger(value) ? String(value) : `${value}0`);

function rowOf(set: DataSet, line: number, cells: Readonly<Record<string, string>>): ImportRow {
  const header = headerOf(set);
  return readRow(
    set,
    header,
    line,
    header.map((name) => cells[name] ?? ''),
  );
}
