import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import type { ReplayEvent } from './queries.ts';
import { useActorWords, useAuditWords } from './use-audit-words.ts';

interface EventsPanelProps {
  readonly events: readonly ReplayEvent[];
  readonly place: number;
  readonly goTo: (place: number) => void;
}

/** The same history as a table, for who reads rather than watches. */
export function EventsPanel({ events, place, goTo }: EventsPanelProps) {
  const { t } = useTranslation(['replay', 'audit']);
  const format = useStaffFormat();
  const words = useAuditWords();
  const actor = useActorWords();
  return (
    <div className="replay-scroll">
      <table className="replay-table" data-testid="replay-events">
        <thead className="sr-only">
          <tr>
            <th>{t('position')}</th>
            <th>{t('event')}</th>
            <th>{t('audit:feed.person')}</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event, index) => (
            <tr key={event.position} aria-current={index === place || undefined}>
              <td className="num small">
                <time dateTime={event.at}>{format.dateTime(event.at)}</time>
              </td>
              <td>
                <button type="button" className="audit-link" onClick={() => goTo(index)}>
                  {words(event)} {event.subject !== null && <bdi className="num">{event.subject}</bdi>}
                </button>
              </td>
              <td className="small">
                <bdi>{actor(event)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
