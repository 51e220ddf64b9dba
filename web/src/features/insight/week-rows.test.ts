import { expect, it } from 'vitest';
import { keptShare, weekRows } from './week-rows.ts';

const week = (day: string, median: number) => ({
  week: day,
  count: 1,
  median_seconds: median,
  p90_seconds: median,
  told: 0,
  kept: 0,
});
const none = { count: 0, median_seconds: null, p90_seconds: null, told: 0, kept: 0 };

it('keeps the place of a week in which nothing ended, and marks the one that still runs', () => {
  const now = { ...none, weeks: [week('2026-11-02', 10), week('2026-11-16', 30)] };
  const rows = weekRows({ until: 'ready', now, before: null }, { from: '2026-11-02', to: '2026-11-18' });
  expect(rows.map((row) => [row.week, row.lastDay, row.median_seconds, row.isRunning])).toEqual([
    ['2026-11-02', '2026-11-08', 10, false],
    ['2026-11-09', '2026-11-15', null, false],
    ['2026-11-16', '2026-11-18', 30, true],
  ]);
});

it('sets the weeks of the other period beside them in their order', () => {
  const now = { ...none, weeks: [week('2026-11-09', 10)] };
  const before = { ...none, weeks: [week('2026-10-05', 7), week('2026-10-19', 9)] };
  const rows = weekRows({ until: 'ready', now, before }, { from: '2026-11-04', to: '2026-11-22' });
  expect(rows.map(({ week: first, beforeMedian }) => [first, beforeMedian])).toEqual([
    ['2026-11-04', 7],
    ['2026-11-09', null],
    ['2026-11-16', 9],
  ]);
});

it('sets the weeks of another place beside the same weeks', () => {
  const now = { ...none, weeks: [week('2026-11-09', 10)] };
  const before = { ...none, weeks: [week('2026-11-09', 7), week('2026-11-16', 9)] };
  const period = { from: '2026-11-02', to: '2026-11-22' };
  const rows = weekRows({ until: 'ready', now, before }, period, true);
  expect(rows.map(({ beforeMedian }) => beforeMedian)).toEqual([null, 7, 9]);
});

it('counts the promised dates of the other place beside the same weeks, and no share where none was named', () => {
  const told = (day: string, dates: number, kept: number) => ({ ...week(day, 10), told: dates, kept });
  const now = { ...none, weeks: [told('2026-11-02', 4, 3), told('2026-11-09', 0, 0)] };
  const before = { ...none, weeks: [told('2026-11-09', 5, 1)] };
  const period = { from: '2026-11-02', to: '2026-11-15' };
  const rows = weekRows({ until: 'ready', now, before }, period, true);
  expect(
    rows.map((row) => [keptShare(row.told, row.kept), keptShare(row.beforeTold, row.beforeKept)]),
  ).toEqual([
    [0.75, null],
    [null, 0.2],
  ]);
});
