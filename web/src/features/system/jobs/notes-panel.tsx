import { useTranslation } from 'react-i18next';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { RowOf } from '../queries.ts';

/** Who asked for another try of what, and why. */
export function NotesPanel({ notes }: { notes: readonly RowOf<'retry'>[] }) {
  const { t } = useTranslation('jobs');
  const { dateTime } = useStaffFormat();
  const newest = notes.toSorted((a, b) => (b.at ?? '').localeCompare(a.at ?? ''));
  return (
    <Panel title={t('notes')} testId="retry-notes">
      {notes.length === 0 && <p className="panel-body muted small">{t('noNotes')}</p>}
      {newest.map(({ id, target, reason, by, at }) => (
        <div key={id} className="lined stack gap-2 pad-10 breaks small">
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
