import { expect, test } from 'vitest';
import { daysIn, movedBy, repeatPeriod, spanOf } from './periods.ts';

const june = { from: '2026-06-01', to: '2026-06-30' };

test('a period lasts from its first midnight to the one after its last day', () => {
  expect(spanOf(june)).toEqual({ from: '2026-06-01T00:00:00.000Z', until: '2026-07-01T00:00:00.000Z' });
  expect(daysIn(june)).toBe(30);
  expect(daysIn({ from: '2026-06-02', to: '2026-06-01' })).toBe(0);
});

test('a moved period keeps its length over the end of a month and a leap day', () => {
  expect(movedBy({ from: '2028-02-28', to: '2028-03-01' }, 1)).toEqual({
    from: '2028-02-29',
    to: '2028-03-02',
  });
});

test('repeat repairs are counted of pieces that were collected 180 days before', () => {
  expect(repeatPeriod(june)).toEqual({ from: '2025-12-03', to: '2026-01-01' });
  expect(daysIn(repeatPeriod(june))).toBe(30);
});
