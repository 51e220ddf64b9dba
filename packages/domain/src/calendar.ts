import type { Day, Instant } from './kernel.ts';

/** Calendar days as text, compared as text. No zone and no clock: both come in as data. */

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

interface DayParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

function partsOf(day: Day): DayParts {
  const match = DAY.exec(day);
  if (match === null) throw new RangeError(`not a day: ${day}`);
  return { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
}

function toDay({ year, month, day }: DayParts): Day {
  const pad = (value: number, length: number) => String(value).padStart(length, '0');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Whether a text is a real day: 2025-02-29 is not. */
export function isDay(text: string): boolean {
  const match = DAY.exec(text);
  if (match === null) return false;
  const { year, month, day } = partsOf(text);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** So many days later. */
export function addDays(day: Day, days: number): Day {
  const { year, month, day: from } = partsOf(day);
  return new Date(Date.UTC(year, month - 1, from + days)).toISOString().slice(0, 10);
}

/** The same day of the month so many months later; a day that month lacks becomes its last (31 Jan → 28 Feb). */
export function addMonths(day: Day, months: number): Day {
  const from = partsOf(day);
  const index = from.year * 12 + (from.month - 1) + months;
  const year = Math.floor(index / 12);
  const month = (index % 12) + 1;
  return toDay({ year, month, day: Math.min(from.day, daysInMonth(year, month)) });
}

/** So many calendar years later; 29 Feb becomes 28 Feb in a common year. */
export function addYears(day: Day, years: number): Day {
  return addMonths(day, years * 12);
}

/** The day a clock on the wall of this IANA zone shows at an instant; daylight saving included. */
export function localDay(instant: Instant, timeZone: string): Day {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const parts = new Map(format.formatToParts(new Date(instant)).map((part) => [part.type, part.value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}
