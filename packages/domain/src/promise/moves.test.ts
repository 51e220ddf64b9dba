import { expect, it } from 'vitest';
import { isWorthTelling } from './moves.ts';

const known = { likely: '2026-12-10', latest: '2026-12-20' };
const TODAY = '2026-12-08';

it('tells the first date', () => expect(isWorthTelling(null, known, TODAY)).toBe(true));

it('keeps a date that moved by a few of many days', () => {
  expect(isWorthTelling(known, { likely: '2026-12-12', latest: '2026-12-23' }, TODAY)).toBe(false);
  expect(isWorthTelling(known, { likely: '2026-12-10', latest: '2026-12-25' }, TODAY)).toBe(true);
});

it('never tells less than three days', () => {
  expect(isWorthTelling(known, { likely: '2026-12-18', latest: '2026-12-22' }, '2026-12-19')).toBe(true);
  expect(
    isWorthTelling(
      { ...known, likely: '2026-12-19' },
      { likely: '2026-12-20', latest: '2026-12-22' },
      '2026-12-19',
    ),
  ).toBe(false);
});

it('always tells another one once the date has passed', () => {
  expect(isWorthTelling(known, { likely: '2026-12-21', latest: '2026-12-21' }, '2026-12-21')).toBe(true);
  expect(isWorthTelling(known, known, '2026-12-21')).toBe(false);
});
