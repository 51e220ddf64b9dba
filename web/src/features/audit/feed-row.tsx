import type { UnusualRule } from '@atelier/domain/audit/unusual.ts';
import { Link } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { Cluster } from '../../ui/cluster.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { ListRow } from '../../shared/paged-table/paged-table.tsx';
import type { FeedEntry } from './queries.ts';
import { replayOf } from './replay-address.ts';
import { useActorWords, useAuditWords } from './use-audit-words.ts';

interface FeedRowProps {
  readonly entry: FeedEntry;
  readonly onPerson?: (id: number) => void;
  /** Why it is listed as unusual. */
  readonly rules?: readonly UnusualRule[];
}

/** A minute apart, the two moments are one to a reader. */
const APART_MS = 60_000;

/** One event: when and who, what happened to what, where, and why. */
export function FeedRow({ entry, onPerson, rules = [] }: FeedRowProps) {
  const { t } = useTranslation(['audit', 'verification']);
  const format = useStaffFormat();
  const words = useAuditWords();
  const caseWords = entry.code === null ? '' : t(`verification:case.${entry.type}.${entry.code}`, '');
  const apart = Math.abs(Date.parse(entry.recorded_at) - Date.parse(entry.at)) >= APART_MS;
  return (
    <ListRow className="audit-row" testId={`audit-${entry.position}`} data-type={entry.type}>
      <span className="words">
        <time className="num strong" dateTime={entry.at}>
          {format.dateTime(entry.at)}
        </time>
        {apart && (
          <span className="small muted">
            {t('feed.recordedAt', { at: format.dateTime(entry.recorded_at) })}
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
        {rules.length > 0 && (
          <Cluster gap={8}>
            {rules.map((rule) => (
              <Tag key={rule}>{t(`rule.${rule}`)}</Tag>
            ))}
          </Cluster>
        )}
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
