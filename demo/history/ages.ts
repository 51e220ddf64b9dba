import { DAY_MS, HOUR_MS } from '@atelier/domain/kernel.ts';
import { earlierAtWork } from './hours.ts';

/**
 * The moment so long ago, moved back into opening hours where that is long ago enough to matter, but never so far that
 * the age reaches `most`: what is not overdue must stay so.
 */
export function ago(now: number, age: number, zone: string, most = Infinity): number {
  const moment = now - age;
  if (age < 10 * HOUR_MS) return moment;
  const open = earlierAtWork(moment, zone);
  return now - open < most ? open : moment;
}

/** `count` ages spread over a range, a little uneven, the youngest first. Milliseconds. */
export function spread(count: number, least: number, most: number): readonly number[] {
  const step = (most - least) / Math.max(1, count);
  return Array.from(
    { length: count },
    (_, index) => least + step * (index + 0.35 + 0.3 * ((index * 7) % 3) * 0.5),
  );
}

/** A number of pieces split over packages of at most `most`. */
export function split(total: number, most: number): readonly number[] {
  const parts = Math.ceil(total / most);
  return Array.from({ length: parts }, (_, index) => Math.floor((total + index) / parts));
}

export const WEEK_MS = 7 * DAY_MS;
