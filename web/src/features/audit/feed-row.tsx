import { Link } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { ListRow } from '../../shared/paged-table/paged-table.tsx';
import type { FeedEntry } from './queries.ts';
import { replayOf } from './replay-address.ts';
import { useMoments } from './use-moments.ts';
import { useActorWords, useAuditWords } from './use-audit-words.ts';

interface FeedRowProps {
  readonly entry: FeedEntry;
  readonly onPerson?: (id: number) => void;
}

/** A minute apart, the two moments are one to a reader. */
const APART_MS = 60_000;

/** One event: when and who, what happened to what, where, and why. */
export function FeedRow({ entry, onPerson }: FeedRowProps) {
  const { t } = useTranslation(['audit', 'verification']);
  const moments = useMoments();
  const words = useAuditWords();
  const caseWords = entry.code === null ? '' : t(`verification:case.${entry.type}.${entry.code}`, '');
  const apart = Math.abs(Date.parse(entry.recorded_at) - Date.parse(entry.at)) >= APART_MS;
  return (
    <ListRow className="audit-row" testId={`audit-${entry.position}`} data-type={entry.type}>
      <span className="words">
        <time className="num strong" dateTime={entry.at}>
          {moments.dayOf(entry.at) === moments.dayOf(entry.recorded_at)
            ? moments.time(entry.at)
            : moments.dateTime(entry.at)}
        </time>
        {apart && (
          <span className="small muted">
            {t('feed.recordedAt', { at: moments.dateTime(entry.recorded_at) })}
          </span>
        )}
      </span>
      <span className="words">
        <Cluster gap={8}>
          <Tag>{t(`kind.${entry.kind}`)}</Tag>
          <Words entry={entry}>{words(entry)}</Words>
          {entry.subject !== null && <bdi className="num">{entry.subject}</bdi>}
        </Cluster>
        {caseWords !== '' && <span className="small muted">{caseWords}</span>}
        {entry.reason !== null && entry.reason !== '' && (
          <q className="small muted">
            <bdi>{entry.reason}</bdi>
          </q>
        )}
      </span>
      <Who entry={entry} {...(onPerson && { onPerson })} />
    </ListRow>
  );
}

/** The sentence of an event, as a link to its moment where its history can be replayed. */
function Words({ entry, children }: { entry: FeedEntry; children: string }) {
  const address = replayOf(entry);
  if (address === null) return <span className="strong">{children}</span>;
  return (
    <Link className="strong" to={address}>
      {children}
    </Link>
  );
}

function Who({ entry, onPerson }: FeedRowProps) {
  const { t } = useTranslation('audit');
  const actor = useActorWords()(entry);
  const { actor_id: id } = entry;
  return (
    <span className="words">
      {id === null || onPerson === undefined ? (
        <span>{actor}</span>
      ) : (
        <button type="button" className="audit-link" title={t('feed.onlyThis')} onClick={() => onPerson(id)}>
          <bdi>{actor}</bdi>
        </button>
      )}
      {entry.site !== null && <bdi className="small muted">{entry.site}</bdi>}
    </span>
  );
}
