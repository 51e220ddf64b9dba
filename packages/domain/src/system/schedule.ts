import { z } from 'zod';

/** Divisors of an hour or of a day: only these come round at the same moments every day. */
export const INTERVAL_MINUTES = [5, 10, 15, 20, 30, 60, 120, 180, 240, 360, 480, 720] as const;

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** When a job runs by itself, in UTC: never, every so many minutes, at a time of day, or on one day of the week. */
export const schedule = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('off') }),
  z.strictObject({ mode: z.literal('interval'), minutes: z.literal(INTERVAL_MINUTES) }),
  z.strictObject({ mode: z.literal('daily'), at: timeOfDay }),
  /** ISO weekday: 1 Monday … 7 Sunday. */
  z.strictObject({ mode: z.literal('weekly'), day: z.number().int().min(1).max(7), at: timeOfDay }),
]);
export type Schedule = z.infer<typeof schedule>;

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
