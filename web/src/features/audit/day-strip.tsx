import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import './day-strip.css';

export interface DayCount {
  /** `2026-11-25`. */
  readonly day: string;
  readonly count: number;
}

interface DayStripProps {
  readonly days: readonly DayCount[];
  /** The day that is shown now. */
  readonly current?: string | undefined;
  readonly onDay: (day: string) => void;
  readonly testId?: string;
}

const LEAST_PERCENT = 6;

/** How much happened each day, a bar a day from the first to the last; a press goes to the day. */
export function DayStrip({ days, current, onDay, testId }: DayStripProps) {
  const { t } = useTranslation('audit');
  const { date, number } = useStaffFormat();
  const all = withEmptyDays(days);
  const most = Math.max(1, ...all.map(({ count }) => count));
  const [first, last] = [all.at(0), all.at(-1)];
  if (first === undefined || last === undefined) return null;
  const titled = (day: string): string => date(day);
  return (
    <div className="day-strip" role="group" aria-label={t('feed.perDay')} data-testid={testId}>
      <div className="day-bars flex at-end gap-2 line-below">
        {all.map(({ day, count }) => (
          <button
            key={day}
            type="button"
            title={`${titled(day)}: ${number(count)}`}
            aria-label={`${titled(day)}: ${number(count)}`}
            aria-current={day === current ? 'date' : undefined}
            disabled={count === 0}
            onClick={() => onDay(day)}
          >
            <i
              style={{ blockSize: count === 0 ? '0' : `${Math.max(LEAST_PERCENT, (100 * count) / most)}%` }}
            />
          </button>
        ))}
      </div>
      <div className="day-ends flex between gap-12 small muted num">
        <span>{titled(first.day)}</span>
        {last !== first && <span>{titled(last.day)}</span>}
      </div>
    </div>
  );
}

const DAY_MS = 86_400_000;
const MOST_DAYS = 62;

/** Every day between the first and the last, at most the newest two months. */
export function withEmptyDays(days: readonly DayCount[]): readonly DayCount[] {
  const known = new Map(days.map(({ day, count }) => [day, count]));
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const all: DayCount[] = [];
  for (let at = Date.parse(last.day); at >= Date.parse(first.day) && all.length < MOST_DAYS; at -= DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    all.unshift({ day, count: known.get(day) ?? 0 });
  }
  return all;
}
