import { describe, expect, it } from 'vitest';
import { totalOf } from './package-total.ts';

const price = (amount: number | null, currency = 'EUR') => ({ item_id: 1, amount, currency });

describe('the declared value of a package', () => {
  it('is the sum of its prices', () => {
    expect(totalOf([price(100), price(0), price(250)])).toEqual({ amount: 350, currency: 'EUR' });
  });
  it('is unknown while it is empty, a price is missing, or there are two currencies', () => {
    expect(totalOf([])).toBeNull();
    expect(totalOf([price(100), price(null)])).toBeNull();
    expect(totalOf([price(100), price(100, 'JPY')])).toBeNull();
  });
});
