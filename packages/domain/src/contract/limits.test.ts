import { expect, it } from 'vitest';
import { fitsCode, TRACKING_NUMBER } from './limits.ts';

it('a tracking number has 3 to 64 signs', () => {
  const fits = (length: number) => fitsCode('A'.repeat(length), TRACKING_NUMBER);
  expect([2, 3, 64, 65].map(fits)).toEqual([false, true, true, false]);
});
