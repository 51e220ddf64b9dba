import type { Period } from '@atelier/domain/insight/periods.ts';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The ISO weeks of a period, cut at its ends. */
export function weeksOf({ from, to }: Period): readonly Period[] {
  const first = Date.parse(from);
  const monday = first - ((new Date(first).getUTCDay() + 6) % WEEK_DAYS) * DAY_MS;
  const count = Math.floor((Date.parse(to) - monday) / (WEEK_DAYS * DAY_MS)) + 1;
  return Array.from({ length: count }, (_, index) => {
    const begins = dayOf(monday + index * WEEK_DAYS * DAY_MS);
    const ends = dayOf(monday + (index * WEEK_DAYS + 6) * DAY_MS);
    return { from: begins < from ? from : begins, to: ends > to ? to : ends };
  });
}

/** Which weeks of a period are shown: places of the first and the last. */
export interface WeekWindow {
  readonly first: number;
  readonly last: number;
}

/** The weeks that the address names by their first days; all of them where it names none of the period. */
export function windowIn(weeks: readonly Period[], params: URLSearchParams): WeekWindow {
  const at = (name: string) => weeks.findIndex(({ from }) => from === params.get(name));
  const [first, last] = [at('first'), at('last')];
  const [from, to] = [first === -1 ? 0 : first, last === -1 ? weeks.length - 1 : last];
  return from <= to ? { first: from, last: to } : { first: 0, last: weeks.length - 1 };
}

/** One end moved; it does not pass the other. */
export const withEnd = ({ first, last }: WeekWindow, end: 'first' | 'last', place: number): WeekWindow =>
  end === 'first' ? { first: Math.min(place, last), last } : { first, last: Math.max(place, first) };

const PLAYED_WEEKS = 4;

/** A week later; from the beginning with four weeks where all are shown or none is left. Null at the end. */
export function played({ first, last }: WeekWindow, count: number): WeekWindow | null {
  if (first === 0 && last === count - 1) return null;
  return last < count - 1 ? { first: first + 1, last: last + 1 } : null;
}

export const startOfPlay = (shown: WeekWindow, count: number): WeekWindow =>
  played(shown, count) ?? { first: 0, last: Math.min(PLAYED_WEEKS, count) - 1 };
