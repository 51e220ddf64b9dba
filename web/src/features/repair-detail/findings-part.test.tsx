import { describe, expect, it } from 'vitest';
import { whyOf } from './findings-part.tsx';

describe('why a piece is in or out of warranty (product/deposit.md §3)', () => {
  const until = '2026-07-22';
  const last = '2026-07-21';

  it.each([
    [true, last, 'inWhy'],
    [false, until, 'outWhy'],
    [true, until, 'byHandWhy'],
    [false, last, 'byHandWhy'],
  ])('in: %s, deposited on %s', (is_under_warranty, received_date, why) => {
    expect(whyOf({ is_under_warranty, received_date, warranty_until: until })).toBe(why);
  });
});
