import { DAY_MS, toMs, type Day, type Instant } from '../../kernel.ts';
import { afterQuietHours } from '../../shared/quiet-hours.ts';
import { movedBy } from '../periods.ts';

const MORNING_HOUR = 7;
const AFTERNOON_HOUR = 2 * MORNING_HOUR;
/** A Monday (UTC) that begins in the afternoon of a place is not its Monday yet: its mail waits for the next morning. */
const NO_MORNING = { from: AFTERNOON_HOUR, until: MORNING_HOUR };

export interface WeekDue {
  /** Monday of the newest finished week (UTC). */
  readonly week: Day;
  /** From when on its mail may leave: Monday morning by the clock of the account's site. */
  readonly from: Instant;
}

/** The newest finished week, once its mail may leave; null before. Earlier weeks are never due again. */
export function weekDue(now: Instant, timeZone: string): WeekDue | null {
  const day = mondayOf(now);
  const from = afterQuietHours(`${day}T00:00:00.000Z`, NO_MORNING, timeZone);
  if (toMs(now) < toMs(from)) return null;
  return { week: movedBy({ from: day, to: day }, -7).from, from };
}

function mondayOf(now: Instant): Day {
  const today = now.slice(0, 10);
  const days = Math.floor(toMs(now) / DAY_MS);
  // The first day of the count was a Thursday.
  return movedBy({ from: today, to: today }, -((days + 3) % 7)).from;
}
