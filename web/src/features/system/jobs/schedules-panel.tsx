import { DAY_MS } from '@atelier/domain/kernel.ts';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../ui/panel.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { RowOf } from '../queries.ts';
import { cronWords } from './cron-words.ts';
import { useQueueName } from './queues-panel.tsx';

/** What begins by the clock, and when it does next. */
export function SchedulesPanel({ schedules }: { schedules: readonly RowOf<'schedule'>[] }) {
  const { t } = useTranslation('jobs');
  const { dateTime } = useStaffFormat();
  const nameOf = useQueueName();
  const wordsOf = useCronWords();
  return (
    <Panel title={t('schedules')} testId="schedules">
      {schedules.length === 0 && <p className="panel-body muted small">{t('noSchedules')}</p>}
      {schedules.map(({ id, queue, name, pattern, next_at }) => (
        <div key={id} className="lined jobs-line small">
          <span className="strong">
            {nameOf(queue)} · <bdi>{t(`task.${name}`, name)}</bdi>
          </span>
          <span className="muted num" title={pattern}>
            {wordsOf(pattern)}
          </span>
          <span className="muted">{next_at !== null && t('next', { time: dateTime(next_at) })}</span>
        </div>
      ))}
    </Panel>
  );
}

const SUNDAY = Date.UTC(2024, 0, 7);
/** When a schedule begins, as a person would say it; a pattern of another kind stays as it is written. */
function useCronWords(): (pattern: string) => string {
  const { t, i18n } = useTranslation('jobs');
  return (pattern) => {
    const words = cronWords(pattern);
    if (words === null) return pattern;
    if (words.key === 'everyMinutes') return t('cron.everyMinutes', { count: words.count });
    if (words.key === 'hourly') return t('cron.hourly', { minute: words.minute });
    if (words.key === 'daily') return t('cron.daily', { time: words.time });
    const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' });
    return t('cron.weekly', { time: words.time, day: weekday.format(SUNDAY + words.day * DAY_MS) });
  };
}

/** Who told what to try again, and why. */
export function NotesPanel({ notes }: { notes: readonly RowOf<'retry'>[] }) {
  const { t } = useTranslation('jobs');
  const { dateTime } = useStaffFormat();
  const newest = notes.toSorted((a, b) => (b.at ?? '').localeCompare(a.at ?? ''));
  return (
    <Panel title={t('notes')} testId="retry-notes">
      {notes.length === 0 && <p className="panel-body muted small">{t('noNotes')}</p>}
      {newest.map(({ id, target, reason, by, at }) => (
        <div key={id} className="lined jobs-line small">
          <span className="strong num">
            <bdi>{target}</bdi>
          </span>
          <span dir="auto">{reason}</span>
          <span className="muted">
            <bdi>{by}</bdi>
            {at !== null && <> · {dateTime(at)}</>}
          </span>
        </div>
      ))}
    </Panel>
  );
}
