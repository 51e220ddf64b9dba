import type { Period } from '@atelier/domain/insight/periods.ts';
import type { TurnaroundPeriod } from '@atelier/contracts/insight/schema.ts';
import type { Turnarounds } from './queries.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** A week of a chart, also one in which nothing ended: its place in time stays. */
export interface WeekRow {
  /** Its Monday, or the first day of the period. */
  readonly week: string;
  readonly lastDay: string;
  readonly count: number;
  readonly median_seconds: number | null;
  readonly p90_seconds: number | null;
  readonly told: number;
  readonly kept: number;
  readonly beforeMedian: number | null;
  readonly beforeP90: number | null;
  readonly beforeTold: number;
  readonly beforeKept: number;
  /** It goes on: what is counted of it may still change. */
  readonly isRunning: boolean;
}

type Week = TurnaroundPeriod['weeks'][number];

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const mondayOf = (day: string): number => {
  const ms = Date.parse(day);
  return ms - ((new Date(ms).getUTCDay() + 6) % 7) * DAY_MS;
};

/**
 * The weeks of a period with those of the other one beside them, first beside first. `isSamePeriod`: of another place,
 * whose weeks stand beside their own.
 */
export function weekRows(
  { now, before }: Turnarounds,
  { from, to }: Period,
  isSamePeriod = false,
): readonly WeekRow[] {
  const weeks = byWeek(now);
  const then = before === null || isSamePeriod ? [] : inOrder(before);
  const beside = before === null || !isSamePeriod ? new Map<string, Week>() : byWeek(before);
  const first = mondayOf(from);
  const last = mondayOf(to);
  const count = Math.round((last - first) / WEEK_MS) + 1;
  return Array.from({ length: count }, (_, index) => {
    const monday = first + index * WEEK_MS;
    const found = weeks.get(dayOf(monday));
    const other = isSamePeriod ? beside.get(dayOf(monday)) : then[index];
    const sunday = dayOf(monday + WEEK_MS - DAY_MS);
    return {
      week: index === 0 ? from : dayOf(monday),
      lastDay: sunday < to ? sunday : to,
      count: found?.count ?? 0,
      median_seconds: found?.median_seconds ?? null,
      p90_seconds: found?.p90_seconds ?? null,
      told: found?.told ?? 0,
      kept: found?.kept ?? 0,
      beforeMedian: other?.median_seconds ?? null,
      beforeP90: other?.p90_seconds ?? null,
      beforeTold: other?.told ?? 0,
      beforeKept: other?.kept ?? 0,
      isRunning: index === count - 1 && sunday > to,
    };
  });
}

const byWeek = ({ weeks }: TurnaroundPeriod) => new Map(weeks.map((week) => [week.week, week]));

/** Every week from the first with an end on; weeks without one are there and empty. */
function inOrder({ weeks }: TurnaroundPeriod) {
  const first = weeks[0];
  if (first === undefined) return [];
  const found = new Map(weeks.map((week) => [week.week, week]));
  const begin = Date.parse(first.week);
  const count = Math.round((Date.parse(weeks.at(-1)?.week ?? first.week) - begin) / WEEK_MS) + 1;
  return Array.from({ length: count }, (_, index) => found.get(dayOf(begin + index * WEEK_MS)));
}

/** Of the pieces to which a date was named, the share that was ready by it; null without any. */
export const keptShare = (told: number, kept: number): number | null => (told === 0 ? null : kept / told);
