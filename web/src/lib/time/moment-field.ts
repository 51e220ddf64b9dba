import { DAY_MS } from '@atelier/domain/kernel.ts';

/** Between the field of a form (`2026-11-20T10:15:30`, the reader's own time zone) and an instant in UTC. */

/** The zone of this device, for who stands at no site. */
export const DEVICE_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

const FIELD = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?/;

/** What a clock on the wall of a zone shows at a moment, read as if it were UTC. */
function wallOf(ms: number, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    ...(timeZone !== undefined && { timeZone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(ms);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/**
 * The instant a typed moment names; null for one that is none. In the hour that comes twice in autumn the first is meant, and
 * the hour that spring leaves out ends with it.
 */
export function instantOf(field: string, timeZone: string | undefined): string | null {
  const [, year, month, day, hour, minute, second = '0'] = FIELD.exec(field) ?? [];
  if (year === undefined) return null;
  const wall = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  if (Number.isNaN(wall)) return null;
  const before = wall - offsetAt(wall - DAY_MS, timeZone);
  const after = wall - offsetAt(wall + DAY_MS, timeZone);
  const ms = wallOf(before, timeZone) === wall ? before : after;
  return new Date(ms).toISOString();
}

const offsetAt = (ms: number, timeZone: string | undefined) => wallOf(ms, timeZone) - ms;

/** An instant as the field shows it, to the second. */
export function fieldOf(instant: string, timeZone: string | undefined): string {
  const ms = Math.floor(Date.parse(instant) / 1000) * 1000;
  return new Date(wallOf(ms, timeZone)).toISOString().slice(0, 19);
}
