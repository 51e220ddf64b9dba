import { DAY_MS, toMs, type Instant } from '../kernel.ts';

/** The server's week: 0-based (ISO week − 1), with the ISO year (product/dashboard.md §4). In UTC. */
export interface ServerWeek {
  readonly year: number;
  readonly week: number;
}

const THURSDAY = 4;
const WEEK_MS = 7 * DAY_MS;

/** ISO weekday of a UTC moment: 1 Monday … 7 Sunday. */
function weekday(ms: number): number {
  return ((((Math.floor(ms / DAY_MS) + 3) % 7) + 7) % 7) + 1;
}

/** The week an instant lies in. Its Thursday says which year the week belongs to, also across New Year. */
export function serverWeek(instant: Instant): ServerWeek {
  const ms = toMs(instant);
  const thursday = ms + (THURSDAY - weekday(ms)) * DAY_MS;
  const year = new Date(thursday).getUTCFullYear();
  const week = Math.floor((thursday - Date.UTC(year, 0, 1)) / WEEK_MS);
  return { year, week };
}

/** `year-Week-number` with the server's week plus one: the true ISO week (product/dashboard.md §4). */
export function weekLabel({ year, week }: ServerWeek): string {
  return `${year}-Week-${week + 1}`;
}

/** The last `count` weeks up to and including the one of `now`, oldest first. */
export function lastWeeks(now: Instant, count: number): readonly ServerWeek[] {
  const ms = toMs(now);
  return Array.from({ length: count }, (_, index) =>
    serverWeek(new Date(ms - (count - 1 - index) * WEEK_MS).toISOString()),
  );
}

/** The first moment of the week an instant lies in: Monday 00:00 UTC. */
export function weekStart(instant: Instant): Instant {
  const ms = toMs(instant);
  const midnight = Math.floor(ms / DAY_MS) * DAY_MS;
  return new Date(midnight - (weekday(ms) - 1) * DAY_MS).toISOString();
}
