import { DAY_MS, type Day, type Instant } from '../kernel.ts';

/** Days of UTC, both ends counted. */
export interface Period {
  readonly from: Day;
  readonly to: Day;
}

/** From its first moment to the first moment after it. */
export interface Span {
  readonly from: Instant;
  readonly until: Instant;
}

export const REPEAT_DAYS = 180;
/** Upper ends, in full days since the deposit, of the bands that open pieces are counted in; the last has none. */
export const AGE_BANDS: readonly number[] = [7, 14, 21, 28, 42];
/** The longest period of a figure: two years and a leap day. */
export const LONGEST_PERIOD_DAYS = 731;

const midnight = (day: Day): number => Date.parse(`${day}T00:00:00.000Z`);
const dayOf = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

export function spanOf({ from, to }: Period): Span {
  return {
    from: new Date(midnight(from)).toISOString(),
    until: new Date(midnight(to) + DAY_MS).toISOString(),
  };
}

/** The number of days, both ends counted; 0 or less when it ends before it begins. */
export const daysIn = ({ from, to }: Period): number => (midnight(to) - midnight(from)) / DAY_MS + 1;

/** The same length, moved by whole days. */
export function movedBy({ from, to }: Period, days: number): Period {
  return { from: dayOf(midnight(from) + days * DAY_MS), to: dayOf(midnight(to) + days * DAY_MS) };
}

/** Pieces collected in it have had 180 days to come back by the end of `period`. */
export const repeatPeriod = (period: Period): Period => movedBy(period, -REPEAT_DAYS);
