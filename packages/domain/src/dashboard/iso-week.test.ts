import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastWeeks, serverWeek, weekLabel, weekStart } from './iso-week.ts';

const label = (day: string) => weekLabel(serverWeek(`${day}T12:00:00.000Z`));

describe('create history weeks: server week plus one = the true ISO week (product/dashboard.md §4)', () => {
  it.each([
    ['2026-01-01', '2026-Week-1'],
    ['2025-12-29', '2026-Week-1'],
    ['2025-12-28', '2025-Week-52'],
    ['2024-12-30', '2025-Week-1'],
    ['2027-01-01', '2026-Week-53'],
    ['2027-01-03', '2026-Week-53'],
    ['2027-01-04', '2027-Week-1'],
    ['2020-12-31', '2020-Week-53'],
    ['2021-01-03', '2020-Week-53'],
    ['2021-01-04', '2021-Week-1'],
    ['2023-01-01', '2022-Week-52'],
    ['2024-02-29', '2024-Week-9'],
    ['2026-11-20', '2026-Week-47'],
  ])('%s lies in %s', (day, expected) => {
    expect(label(day)).toBe(expected);
  });

  it('is 0-based on the server', () => {
    expect(serverWeek('2026-01-01T00:00:00.000Z')).toEqual({ year: 2026, week: 0 });
    expect(serverWeek('2027-01-03T23:59:59.999Z')).toEqual({ year: 2026, week: 52 });
  });

  it('turns at Monday 00:00 UTC, not a millisecond before', () => {
    expect(serverWeek('2026-11-22T23:59:59.999Z')).toEqual({ year: 2026, week: 46 });
    expect(serverWeek('2026-11-23T00:00:00.000Z')).toEqual({ year: 2026, week: 47 });
  });

  it('gives the last twelve weeks across New Year, oldest first, none left out', () => {
    const weeks = lastWeeks('2027-01-20T10:00:00.000Z', 12).map(weekLabel);
    expect(weeks).toEqual([
      '2026-Week-45',
      '2026-Week-46',
      '2026-Week-47',
      '2026-Week-48',
      '2026-Week-49',
      '2026-Week-50',
      '2026-Week-51',
      '2026-Week-52',
      '2026-Week-53',
      '2027-Week-1',
      '2027-Week-2',
      '2027-Week-3',
    ]);
  });

  it('counts every week of 140 years once: seven days each, 1 after the last, 52 or 53 a year (product/reliability.md §14)', () => {
    let previous = serverWeek('1969-12-29T00:00:00.000Z');
    for (
      let ms = Date.parse('1970-01-05T00:00:00Z');
      ms < Date.parse('2110-01-01T00:00:00Z');
      ms += 7 * 86_400_000
    ) {
      const week = serverWeek(new Date(ms).toISOString());
      expect(serverWeek(new Date(ms + 7 * 86_400_000 - 1).toISOString())).toEqual(week);
      const turns = previous.week >= 51 && week.year !== previous.year;
      const next = turns
        ? { year: previous.year + 1, week: 0 }
        : { year: previous.year, week: previous.week + 1 };
      expect(week).toEqual(next);
      expect(week.week).toBeLessThanOrEqual(52);
      previous = week;
    }
  });

  it('starts a week on its Monday, and lies in its own week', () => {
    expect(weekStart('2026-11-22T10:00:00.000Z')).toBe('2026-11-16T00:00:00.000Z');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (ms) => {
        const instant = new Date(ms).toISOString();
        expect(serverWeek(weekStart(instant))).toEqual(serverWeek(instant));
        expect(new Date(weekStart(instant)).getUTCDay()).toBe(1);
      }),
    );
  });
});
