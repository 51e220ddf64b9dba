import { DAY_MS, HOUR_MS, MINUTE_MS } from '@atelier/domain/kernel.ts';

/** When people work: half past nine to half past six on their own clocks, never on Sundays. */

const OPENS = 9.5 * HOUR_MS;
const CLOSES = 18.5 * HOUR_MS;
const SUNDAY = 0;

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, made);
  return made;
}

/** How far a zone's wall clock is ahead of UTC, in milliseconds. Looked up once per zone and day. */
export function offsetOf(zone: string, ms: number): number {
  const key = `${zone} ${Math.floor(ms / DAY_MS)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const name = formatIn(zone)
    .formatToParts(ms)
    .find((part) => part.type === 'timeZoneName')?.value;
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(name ?? '') ?? [];
  const offset = (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS) * (sign === '-' ? -1 : 1);
  offsets.set(key, offset);
  return offset;
}

/** Days since the epoch on the wall of a zone, and the time of that day. */
function wallOf(ms: number, zone: string): { readonly day: number; readonly time: number } {
  const wall = ms + offsetOf(zone, ms);
  const day = Math.floor(wall / DAY_MS);
  return { day, time: wall - day * DAY_MS };
}

/** 1 January 1970 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** The instant of a time of day on a zone's wall. */
export function atWall(day: number, time: number, zone: string): number {
  const guess = day * DAY_MS + time;
  return guess - offsetOf(zone, guess - offsetOf(zone, guess));
}

export const dayOnWall = (ms: number, zone: string): number => wallOf(ms, zone).day;

/** Up to an hour and a half, always the same for the same moment: work never begins on the dot. */
const jitter = (ms: number): number =>
  (Math.imul(Math.floor(ms / 1000), 0x9e3779b1) >>> 0) % (90 * MINUTE_MS);

/** The first moment from `ms` on at which the place is open. */
export function laterAtWork(ms: number, zone: string): number {
  const { day, time } = wallOf(ms, zone);
  if (weekdayOf(day) !== SUNDAY && time >= OPENS && time <= CLOSES) return ms;
  const first = weekdayOf(day) !== SUNDAY && time < OPENS ? day : day + 1;
  const open = weekdayOf(first) === SUNDAY ? first + 1 : first;
  return atWall(open, OPENS, zone) + jitter(ms);
}

/** The last moment up to `ms` at which the place was open. */
export function earlierAtWork(ms: number, zone: string): number {
  const { day, time } = wallOf(ms, zone);
  if (weekdayOf(day) !== SUNDAY && time >= OPENS && time <= CLOSES) return ms;
  const last = weekdayOf(day) !== SUNDAY && time > CLOSES ? day : day - 1;
  const open = weekdayOf(last) === SUNDAY ? last - 1 : last;
  return atWall(open, CLOSES, zone) - jitter(ms);
}
