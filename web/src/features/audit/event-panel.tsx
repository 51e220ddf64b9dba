import { useTranslation } from 'react-i18next';
import { deviceName } from '../../shared/history/device-name.ts';
import { useRelated, type ReplayEvent } from './queries.ts';
import { useActorWords, useAuditWords } from './use-audit-words.ts';
import { Hash, HeldPart, SettingName } from './event-facts.tsx';
import { useMoments } from './use-moments.ts';
import { useFieldWords } from './use-field-words.ts';

/** One event: in words, by whom and with what, what became of what, and what belongs to it. */
export function EventPanel({ event }: { event: ReplayEvent }) {
  const { t } = useTranslation(['replay', 'audit']);
  const { dateTime } = useMoments();
  const words = useAuditWords();
  const actor = useActorWords();
  return (
    <section className="replay-event" aria-live="polite" data-testid="replay-event" data-type={event.type}>
      <h3>
        {words(event)} {event.subject !== null && <bdi className="num">{event.subject}</bdi>}
        <SettingName setting={event.setting} />
      </h3>
      <p className="small muted">
        <time dateTime={event.at}>{dateTime(event.at)}</time>
        {' · '}
        <bdi>{actor(event)}</bdi>
        {event.site !== null && (
          <>
            {' · '}
            <bdi>{event.site}</bdi>
          </>
        )}
        {event.device !== null && (
          <>
            {' · '}
            <bdi>
              {t('device')} {deviceName(event.device)}
            </bdi>
          </>
        )}
        {' · '}
        <span>{t('audit:feed.recordedAt', { at: dateTime(event.recorded_at) })}</span>
      </p>
      {event.reason !== null && event.reason !== '' && (
        <q className="small">
          <bdi>{event.reason}</bdi>
        </q>
      )}
      <Lines event={event} />
      <HeldPart event={event} />
      {event.hidden && <p className="small muted">{t('hidden')}</p>}
      <Related event={event} />
      <Hash hash={event.hash} />
    </section>
  );
}

function Lines({ event }: { event: ReplayEvent }) {
  const { t } = useTranslation(['replay', 'audit']);
  const { label, value } = useFieldWords();
  if (event.lines.length === 0) return null;
  return (
    <dl className="replay-lines stack gap-4 small" data-testid="replay-lines">
      {event.lines.map(({ field, before, after }) => (
        <div key={field}>
          <dt className="muted">{label(field)}</dt>
          <dd>
            {before !== null && (
              <>
                <del>
                  <bdi>{value(field, before)}</bdi>
                </del>
                <span className="muted flips" role="img" aria-label={t('became')}>
                  →
                </span>
              </>
            )}
            <bdi>{value(field, after)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Related({ event }: { event: ReplayEvent }) {
  const { t } = useTranslation(['replay', 'audit']);
  const words = useAuditWords();
  const related = useRelated(event.position);
  const entries = related.data?.data ?? [];
  return (
    <details className="small" data-testid="replay-related">
      <summary>{t('related')}</summary>
      {related.isSuccess && entries.length === 0 && <p className="muted">{t('noRelated')}</p>}
      <ul>
        {entries.map((entry) => (
          <li key={entry.position}>
            {words(entry)} {entry.subject !== null && <bdi className="num">{entry.subject}</bdi>}
          </li>
        ))}
      </ul>
    </details>
  );
}
