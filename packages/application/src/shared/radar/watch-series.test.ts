import { describe, expect, it } from 'vitest';
import { fitBaseline } from './fit-baseline.ts';
import { WATCHED_WEEKS, watchSeries } from './watch-series.ts';

const weeks = (length: number, count: (week: number) => number): readonly number[] =>
  Array.from({ length }, (_, week) => count(week));

describe('the baseline', () => {
  it('is mean and Pearson dispersion while the past is short, as worked by hand', () => {
    // 4 and 8 in turn: mean 6, each week (2 * 2) / 6 off, 30 weeks, one coefficient.
    const { phi, expected } = fitBaseline(weeks(30, (week) => (week % 2 === 0 ? 4 : 8)));
    expect(expected(29)).toBeCloseTo(6, 6);
    expect(phi).toBe(1);
    const wild = fitBaseline(weeks(30, (week) => (week % 2 === 0 ? 1 : 11)));
    expect(wild.expected(0)).toBeCloseTo(6, 6);
    expect(wild.phi).toBeCloseTo((30 * 25) / 6 / 29, 6);
  });

  it('follows a wave of a year, and does not draw a trend into the future', () => {
    const wave = (week: number) => Math.round(30 + 9 * Math.sin((2 * Math.PI * week * 7) / 365.25));
    const seasonal = fitBaseline(weeks(156, wave));
    expect(Math.abs(seasonal.expected(13) - wave(13))).toBeLessThan(1.5);
    expect(Math.abs(seasonal.expected(39) - wave(39))).toBeLessThan(1.5);
    const rising = fitBaseline(weeks(60, (week) => 20 + Math.round(week / 6)));
    expect(rising.expected(80)).toBe(rising.expected(59));
  });

  it('gives a past outbreak less weight', () => {
    const outbreak = weeks(80, (week) => (week >= 40 && week < 43 ? 30 : week % 2 === 0 ? 4 : 6));
    const average = outbreak.reduce((sum, count) => sum + count, 0) / outbreak.length;
    expect(fitBaseline(outbreak).expected(40)).toBeLessThan(average - 0.5);
  });
});

describe('a watched series', () => {
  const quiet = (week: number) => (week % 3 === 0 ? 5 : 6);

  it('raises nothing while it is as before, and finds a lasting doubling from its first week', () => {
    expect(watchSeries(weeks(112, quiet))?.some(({ isAlarm }) => isAlarm)).toBe(false);
    const doubled = watchSeries(weeks(112, (week) => quiet(week) * (week >= 106 ? 2 : 1)));
    expect(doubled?.at(-1)).toMatchObject({ isAlarm: true, began: 106 });
  });

  it('raises a single week above its bound at once', () => {
    const found = watchSeries(weeks(112, (week) => (week === 111 ? 40 : quiet(week))))?.at(-1);
    expect(found?.isAlarm).toBe(true);
    expect(found?.count).toBeGreaterThan(found?.bound ?? Infinity);
  });

  it('judges the newest weeks by the past without them', () => {
    const before = watchSeries(weeks(112, quiet));
    const after = watchSeries(weeks(112, (week) => (week >= 112 - WATCHED_WEEKS ? 50 : quiet(week))));
    expect(after?.map(({ expected }) => expected)).toEqual(before?.map(({ expected }) => expected));
  });

  it('is not watched with less than half a year of past, or less than 1.5 pieces a week', () => {
    expect(watchSeries(weeks(33, quiet))).toBeNull();
    expect(watchSeries(weeks(112, (week) => week % 2))).toBeNull();
  });
});
