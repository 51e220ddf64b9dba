import { countQuantile } from '@atelier/domain/shared/radar/quantiles.ts';
import { doublingChart } from '@atelier/domain/shared/radar/doubling-chart.ts';
import { fitBaseline } from './fit-baseline.ts';

/** A week with what it should have had: `bound` is what 9,999 of 10,000 weeks do not exceed. */
export interface WatchedWeek {
  readonly count: number;
  readonly expected: number;
  readonly bound: number;
  readonly score: number;
  readonly isAlarm: boolean;
  /** Index of the first week of the evidence; null without any. */
  readonly began: number | null;
}

/** The newest weeks are judged and are no part of the past that judges them. */
export const WATCHED_WEEKS = 8;
/** A series is watched once it has a past of half a year. */
const LEAST_PAST = 26;
/** Pieces a week in the past: a doubling of less is not found within weeks (docs/product/insight.md §5). */
const FLOOR = 1.5;
/** Evidence and bound that a week without a cause reaches less than once in 1,000 weeks: `npm run bench -- radar`. */
const LEAST_SCORE = 5.4;
const BOUND_SHARE = 0.9999;
/** Fewer pieces than this in a run are no alarm (Farrington et al. 1996, §3.8). */
const LEAST_PIECES = 5;
/** Standard errors of the expected count that are given to chance. */
const DOUBT = 1.25;

/** Whether a series has a past, long and thick enough, that judges its newest weeks. */
export function isWatched(counts: readonly number[]): boolean {
  const past = counts.slice(0, -WATCHED_WEEKS);
  return past.length >= LEAST_PAST && sumFrom(past, 0, past.length) >= FLOOR * past.length;
}

/**
 * Judges the newest weeks of a series (oldest count first) by its past; null for one that is not watched. Weeks from `until` on
 * are judged by the same past.
 */
export function watchSeries(counts: readonly number[], until = counts.length): readonly WatchedWeek[] | null {
  const known = counts.slice(0, until);
  return isWatched(known) ? judgedBy(known.slice(0, -WATCHED_WEEKS), counts) : null;
}

function judgedBy(past: readonly number[], counts: readonly number[]): readonly WatchedWeek[] {
  const { phi, expected, error } = fitBaseline(past);
  const first = past.length;
  const newest = counts.slice(first).map((count, index) => {
    const week = first + index;
    return { count, expected: expected(week) * Math.exp(DOUBT * error(week)) };
  });
  const chart = doublingChart(newest, phi);
  return counts.map((count, week) => {
    const mean = expected(week);
    const bound = countQuantile({ mean: mean * Math.exp(DOUBT * error(week)), phi }, BOUND_SHARE);
    const point = chart[week - first] ?? { score: 0, began: null };
    const began = point.began === null ? null : first + point.began;
    const isAbove = week >= first && (point.score > LEAST_SCORE || count > bound);
    const isAlarm = isAbove && sumFrom(counts, began ?? week, week) >= LEAST_PIECES;
    return { count, expected: mean, bound, score: point.score, isAlarm, began };
  });
}

const sumFrom = (counts: readonly number[], from: number, to: number): number =>
  counts.slice(from, to + 1).reduce((sum, count) => sum + count, 0);
