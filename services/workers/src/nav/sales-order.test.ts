import { expect, it } from 'vitest';
import { majorUnits } from './sales-order.ts';

it('prices go to NAV in the units people write: cents are hundredths, yen are whole', () => {
  expect(majorUnits({ amount: 12_345, currency: 'HKD' })).toBe(123.45);
  expect(majorUnits({ amount: 12_345, currency: 'JPY' })).toBe(12_345);
});
