import type { CSSProperties } from 'react';
import { useStaffFormat } from '../../lib/session/use-session.ts';

/** A column a day: the dots of one day stand under each other. */
export const columnsOf = (days: readonly string[]): CSSProperties => ({
  gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))`,
});

export const isSunday = (day: string): boolean => new Date(day).getUTCDay() === 0;

const LABELS = 4;

/** The dates above the rules: the first, the last, and two between. */
export function DayAxis({ days }: { days: readonly string[] }) {
  const format = useStaffFormat();
  if (days.length < LABELS) return null;
  const places = Array.from({ length: LABELS }, (_, at) =>
    Math.round((at * (days.length - 1)) / (LABELS - 1)),
  );
  return (
    <div className="unusual-head unusual-axis grid pad-8 small muted num" aria-hidden>
      <span />
      <span />
      <span className="flex between">
        {places.map((place) => (
          <span key={place}>{format.date(days[place] ?? '')}</span>
        ))}
      </span>
      <span />
    </div>
  );
}
