/** Divisors of an hour or of a day: only these come round at the same moments every day. */
export const INTERVAL_MINUTES = [5, 10, 15, 20, 30, 60, 120, 180, 240, 360, 480, 720] as const;

/**
 * When a job runs automatically, in UTC: never, every so many minutes, at a time of day (`HH:MM`), or on one
 * day of the week.
 */
export type Schedule =
  | { mode: 'off' }
  | { mode: 'interval'; minutes: (typeof INTERVAL_MINUTES)[number] }
  | { mode: 'daily'; at: string }
  /** ISO weekday: 1 Monday … 7 Sunday. */
  | { mode: 'weekly'; day: number; at: string };

/** `HH:MM` of a day. */
export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Whether a value of unknown origin is a schedule. */
export function isSchedule(value: unknown): value is Schedule {
  if (typeof value !== 'object' || value === null || !('mode' in value)) return false;
  const { mode, minutes, at, day } = value as Record<string, unknown>;
  const isTime = typeof at === 'string' && TIME_OF_DAY.test(at);
  switch (mode) {
    case 'off':
      return true;
    case 'interval':
      return INTERVAL_MINUTES.some((each) => each === minutes);
    case 'daily':
      return isTime;
    case 'weekly':
      return isTime && isWeekday(day);
    default:
      return false;
  }
}

const isWeekday = (day: unknown): boolean => Number.isInteger(day) && Number(day) >= 1 && Number(day) <= 7;

/** The cron pattern (UTC) of a schedule; null when nothing runs. */
export function cronOf(given: Schedule): string | null {
  switch (given.mode) {
    case 'off':
      return null;
    case 'interval':
      return everyMinutes(given.minutes);
    case 'daily':
      return `${clock(given.at)} * * *`;
    case 'weekly':
      return `${clock(given.at)} * * ${given.day % 7}`;
  }
}

function everyMinutes(minutes: number): string {
  if (minutes < 60) return `*/${minutes} * * * *`;
  return minutes === 60 ? '0 * * * *' : `0 */${minutes / 60} * * *`;
}

/** Minute and hour as cron writes them: no leading zeros. */
function clock(at: string): string {
  const [hour = '0', minute = '0'] = at.split(':');
  return `${Number(minute)} ${Number(hour)}`;
}
