import { describe, expect, it } from 'vitest';
import { duplicatesQuery } from './duplicates-schema.ts';

describe('what duplicates of a piece are looked for by', () => {
  const taken = (query: object) => duplicatesQuery.safeParse(query).success;

  it('is its serial, or the invoice line that sold it', () => {
    expect(taken({ serial: 'S-1' })).toBe(true);
    expect(taken({ invoice_no: 'INV-1', product_sku: 'RING-1' })).toBe(true);
  });

  it.each([{}, { invoice_no: 'INV-1' }, { product_sku: 'RING-1' }, { serial: ' ' }])('is not %j', (query) => {
    expect(taken(query)).toBe(false);
  });
});
