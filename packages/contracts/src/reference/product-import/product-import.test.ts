import { describe, expect, it } from 'vitest';
import type { ImportedLine, ProductImportEvent } from '@atelier/domain/reference/product-import/events.ts';
import { feedItem } from './feed-item-schema.ts';
import { rowsOfItem } from './feed-item.ts';
import {
  evolveProductImport,
  initialProductImport,
  MOST_SKUS,
  openSkus,
  requestProductImport,
  skusOf,
  takeLines,
  toProductImportRow,
  type ProductImport,
  type ProductImportState,
} from '@atelier/domain/reference/product-import/product-import.ts';
import type { Actor } from '@atelier/domain/kernel.ts';
import { byFunctions, specify } from '@atelier/domain/testing.ts';

const now = '2026-11-22T10:00:00.000Z';
const by = { userId: 7, workerId: null };
const line = (sku: string, result: ImportedLine['result'] = 'created'): ImportedLine => ({
  sku,
  result,
  code: null,
});
interface Context {
  readonly now: string;
  readonly by: Actor;
}
const { given, eventsOf } = specify(
  byFunctions<ProductImportState, ProductImportEvent, Context>(initialProductImport, evolveProductImport),
  { now, by },
);
const request =
  (...skus: string[]) =>
  (_state: ProductImportState, context: Context) =>
    requestProductImport(9, skus, context);
const take =
  (...lines: ImportedLine[]) =>
  (state: ProductImportState) =>
    takeLines(lines, state, now);
/** The import that these events make. */
function importOf(events: readonly ProductImportEvent[]): ProductImport {
  const { state } = given(...events);
  if (state.kind === 'none') throw new Error('no import');
  return state;
}

describe('a product import (product/reference.md §5)', () => {
  it('reads a scanned list: trimmed, in capitals, each once; a blank line stays to be refused', () => {
    expect(skusOf([' lu-1 ', 'LU-1', 'LU-2', ' '])).toEqual(['LU-1', 'LU-2', '']);
  });

  it('refuses a blank scanned item, an empty list, and more than it can take', () => {
    given().when(request('LU-1', '')).thenRejected('invalid_input');
    given().when(request()).thenRejected('no_items');
    const many = Array.from({ length: MOST_SKUS + 1 }, (_, index) => `LU-${index}`);
    given()
      .when(request(...many))
      .thenRejected('too_many_items', { limit: MOST_SKUS });
    given()
      .when(request(...many.slice(1)))
      .thenTypes('ProductImportRequested');
  });

  it('goes on where it stood, and ends with its last SKU', () => {
    const first = eventsOf(request('A', 'B', 'C'), take(line('B')));
    expect(openSkus(importOf(first))).toEqual(['A', 'C']);
    expect(toProductImportRow(importOf(first))).toMatchObject({ state: 'running', finished_at: null });
    const last = given(...first).when(take(line('A'), line('C', 'not_found')));
    last.thenTypes('ProductImportLinesTaken', 'ProductImportFinished');
    const done = importOf([...first, ...last.events()]);
    expect(toProductImportRow(done)).toMatchObject({ state: 'done', finished_at: now });
  });

  it('counts each SKU once, also when its job ran twice', () => {
    const once = eventsOf(request('A', 'B'), take(line('A')));
    given(...once)
      .when(take(line('A', 'unchanged')))
      .thenNothing();
    const done = eventsOf(request('A', 'B'), take(line('A')), take(line('B')));
    given(...done)
      .when(take(line('B')))
      .thenNothing();
    expect(importOf(done).lines).toEqual([line('A'), line('B')]);
  });
});

describe('an item of the feed', () => {
  const item = feedItem.parse({
    number: 'lu-100',
    displayName: 'Lumière ring',
    itemCategoryCode: 'RING',
    collection: 'Lumière',
    metal: '18k yellow gold',
    isGold: true,
    sizes: ['50', '52'],
    netWeight: 3.25,
    prices: [{ currencyCode: 'EUR', unitPrice: 1290 }],
  });

  it('becomes rows as a file would bring them', () => {
    const { product, prices } = rowsOfItem(item);
    expect(product).toMatchObject({ line: 1, issues: [] });
    expect(product.values).toMatchObject({
      sku: 'LU-100',
      kind: 'ring',
      weight_mg: 3250,
      sizes: ['50', '52'],
    });
    expect(prices.map(({ line, issues }) => [line, issues])).toEqual(
      prices.map((_, index) => [index + 1, []]),
    );
    expect(prices[0]?.values).toMatchObject({ currency: 'EUR', amount: 129_000 });
  });

  it('is refused where a file’s line would be', () => {
    const { product } = rowsOfItem({ ...item, itemCategoryCode: 'TIARA', netWeight: -1 });
    expect(product.issues.map(({ column }) => column)).toEqual(['kind', 'weight_g']);
  });
});

it('an import that was not requested changes nothing', () => {
  given()
    .when(take(line('A')))
    .thenRejected('not_found');
});
