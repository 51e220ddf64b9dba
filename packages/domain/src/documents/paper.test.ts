import { expect, it } from 'vitest';
import { totalsOf } from './paper.ts';

const line = (amount: number, currency: string) => ({ price: { amount, currency } });

it('values are added by currency, never across', () => {
  expect(totalsOf([line(100, 'EUR'), line(7, 'JPY'), line(50, 'EUR')])).toEqual({
    money: [
      { amount: 150, currency: 'EUR' },
      { amount: 7, currency: 'JPY' },
    ],
    unknown: 0,
  });
});

it('a line without a price is counted, not taken for free', () => {
  expect(totalsOf([line(100, 'EUR'), { price: null }])).toEqual({
    money: [{ amount: 100, currency: 'EUR' }],
    unknown: 1,
  });
  expect(totalsOf([])).toEqual({ money: [], unknown: 0 });
});
