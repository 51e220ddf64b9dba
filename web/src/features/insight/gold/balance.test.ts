import { expect, test } from 'vitest';
import { balanceOf, benchesOf, daysOf } from './balance.ts';
import type { GoldRow } from './gold-queries.ts';

const row = (part: Partial<GoldRow>): GoldRow => ({
  site_id: 31,
  site: 'Shenzhen Atelier',
  place: 'bench',
  rma_status_id: 4,
  month: '2026-11',
  intervals: 2,
  in_mg: 8_412,
  added_mg: 180,
  out_mg: 8_326,
  scrap_mg: 20,
  loss_mg: 32,
  difference_mg: -214,
  beyond: 1,
  unexplained: 1,
  unjudged: 0,
  ...part,
});

test('rows of any choice add up, and what went in came out, was scrapped, lost, or is missing', () => {
  const sum = balanceOf([
    row({}),
    row({ month: '2026-10', rma_status_id: 5, difference_mg: 3, out_mg: 8_543 }),
  ]);
  expect(sum.in_mg + sum.added_mg).toBe(sum.out_mg + sum.scrap_mg + sum.loss_mg - sum.difference_mg);
  expect([sum.intervals, sum.beyond]).toEqual([4, 2]);
});

test('a bench is one line with its months; the same stage of another site is another', () => {
  const benches = benchesOf([row({}), row({ month: '2026-10' }), row({ site_id: 32 })]);
  expect(benches.map(({ key, months }) => [key, months.length])).toEqual([
    ['31-bench-4', 2],
    ['32-bench-4', 1],
  ]);
});

test('a month ends with its last day', () => {
  expect([daysOf('2026-11'), daysOf('2028-02').to]).toEqual([
    { from: '2026-11-01', to: '2026-11-30' },
    '2028-02-29',
  ]);
});
