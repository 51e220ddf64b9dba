import { DAY_MS, HOUR_MS, MINUTE_MS, toInstant, toMs, type Instant } from '../kernel.ts';

/** Hours of a shop's day, 0 to 23, in which customers are left alone; both the same = none. */
export interface QuietHours {
  readonly from: number;
  readonly until: number;
}

/** The moment itself, or the end of the quiet hours that it lies in, by the clock on the wall of the zone. */
export function afterQuietHours(instant: Instant, { from, until }: QuietHours, timeZone: string): Instant {
  const hourAt = hoursIn(timeZone);
  const isQuiet = (ms: number): boolean => isWithin(hourAt(ms), from, until);
  const start = toMs(instant);
  if (!isQuiet(start)) return instant;
  // By quarters of an hour: every zone's clock stands at a full one then, and changes at one.
  const QUARTER_MS = 15 * MINUTE_MS;
  let ms = Math.ceil(start / QUARTER_MS) * QUARTER_MS;
  while (isQuiet(ms) && ms - start < DAY_MS + HOUR_MS) ms += QUARTER_MS;
  return toInstant(ms);
}

const isWithin = (hour: number, from: number, until: number): boolean =>
  from <= until ? hour >= from && hour < until : hour >= from || hour < until;

function hoursIn(timeZone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hour: 'numeric',
    hourCycle: 'h23',
    numberingSystem: 'latn',
  });
  return (ms) => Number(format.formatToParts(ms).find(({ type }) => type === 'hour')?.value ?? 0);
}
