import { useTranslation } from 'react-i18next';
import { Panel } from '../../../ui/panel.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { RowOf } from '../queries.ts';
import { useQueueName } from './queues-panel.tsx';
import { useCronWords } from './use-cron-words.ts';

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
