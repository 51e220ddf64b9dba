import { describe, expect, it } from 'vitest';
import type { ImportedLine, ProductImportEvent } from './events.ts';
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
} from './product-import.ts';
import type { ProductImport } from './product-import.ts';

const now = '2026-11-22T10:00:00.000Z';
const by = { userId: 7, workerId: null };
const line = (sku: string, result: ImportedLine['result'] = 'created'): ImportedLine => ({
  sku,
  result,
  code: null,
});
function begun(...skus: string[]): ProductImport {
  const decision = requestProductImport(9, skus, { now, by });
  return after(initialProductImport, decision.ok ? decision.events : []);
}
function after(
  state: Parameters<typeof evolveProductImport>[0],
  events: readonly ProductImportEvent[],
): ProductImport {
  const next = events.reduce(evolveProductImport, state);
  if (next.kind === 'none') throw new Error('no import');
  return next;
}
const take = (state: ProductImport, ...lines: ImportedLine[]) => {
  const decision = takeLines(lines, state, now);
  return decision.ok ? decision.events : [];
};

describe('a product import (product/reference.md §5)', () => {
  it('reads a scanned list: trimmed, in capitals, each once; a blank line stays to be refused', () => {
    expect(skusOf([' lu-1 ', 'LU-1', 'LU-2', ' '])).toEqual(['LU-1', 'LU-2', '']);
  });

  it('refuses a blank scanned item, an empty list, and more than it can take', () => {
    expect(requestProductImport(9, ['LU-1', ''], { now, by })).toMatchObject({
      rejection: { code: 'invalid_input' },
    });
    expect(requestProductImport(9, [], { now, by })).toMatchObject({ rejection: { code: 'no_items' } });
    const many = Array.from({ length: MOST_SKUS + 1 }, (_, index) => `LU-${index}`);
    expect(requestProductImport(9, many, { now, by })).toMatchObject({
      rejection: { code: 'too_many_items' },
    });
    expect(requestProductImport(9, many.slice(1), { now, by }).ok).toBe(true);
  });

  it('goes on where it stood, and ends with its last SKU', () => {
    const first = after(begun('A', 'B', 'C'), take(begun('A', 'B', 'C'), line('B')));
    expect(openSkus(first)).toEqual(['A', 'C']);
    expect(toProductImportRow(first)).toMatchObject({ state: 'running', finished_at: null });
    const events = take(first, line('A'), line('C', 'not_found'));
    expect(events.map(({ type }) => type)).toEqual(['ProductImportLinesTaken', 'ProductImportFinished']);
    expect(toProductImportRow(after(first, events))).toMatchObject({ state: 'done', finished_at: now });
  });

  it('counts each SKU once, also when its job ran twice', () => {
    const once = after(begun('A', 'B'), take(begun('A', 'B'), line('A')));
    expect(take(once, line('A', 'unchanged'))).toEqual([]);
    const done = after(once, take(once, line('B')));
    expect(take(done, line('B'))).toEqual([]);
    expect(done.lines).toEqual([line('A'), line('B')]);
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
    expect(product.issues).toEqual([]);
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

it('an import that nobody asked for takes nothing in', () => {
  expect(takeLines([line('A')], initialProductImport, now)).toEqual({
    ok: false,
    rejection: { code: 'not_found' },
  });
});
