import { useTranslation } from 'react-i18next';
import type { ReplayEvent } from './queries.ts';
import { scansBefore } from './replay-state.ts';
import { useMoments } from './use-moments.ts';
import { useActorWords, useAuditWords } from './use-audit-words.ts';

interface EventsPanelProps {
  readonly events: readonly ReplayEvent[];
  readonly place: number;
  readonly goTo: (place: number) => void;
}

/** The same history as a table, for who reads rather than watches; what followed from a scan at its bench stands under it. */
export function EventsPanel({ events, place, goTo }: EventsPanelProps) {
  const { t } = useTranslation(['replay', 'audit']);
  const { dateTime } = useMoments();
  const follows = scansBefore(events);
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
            <tr
              key={event.position}
              aria-current={index === place || undefined}
              data-follows={follows[index] ?? undefined}
            >
              <td className="num small">
                <time dateTime={event.at}>{dateTime(event.at)}</time>
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
