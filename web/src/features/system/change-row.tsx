import { useTranslation } from 'react-i18next';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { ListRow } from '../../shared/paged-table/paged-table.tsx';
import { useTextIn } from '../../shared/item/reasons.ts';
import type { ChangeView } from './queries.ts';
import { useChangeWords, type WordedLine } from './use-change-words.ts';

/** One change: when and who, what was done to what, and what became of what. */
export function ChangeRow({ change }: { change: ChangeView }) {
  const { t } = useTranslation('changes');
  const format = useStaffFormat();
  const lines = useChangeWords(change);
  const who = change.actor.kind === 'user' ? change.actor.name : t(`actor.${change.actor.kind}`);
  return (
    <ListRow className="change-row" testId={`change-${change.position}`} data-type={change.type}>
      <span className="words">
        <bdi className="strong">{who}</bdi>
        {change.worker !== null && <bdi className="small muted">{change.worker}</bdi>}
        <time className="small muted num" dateTime={change.at}>
          {format.dateTime(change.at)}
        </time>
      </span>
      <div className="words">
        <Cluster gap={8}>
          <Tag>{t(`kind.${change.kind}`)}</Tag>
          <span>{t(`event.${change.type}`)}</span>
          <Subject change={change} />
        </Cluster>
        <Lines lines={lines} />
        {change.hidden && <span className="small muted">{t('hidden')}</span>}
        {change.effective_at !== null && change.effective_at > change.at && (
          <span className="small muted">{t('from', { at: format.dateTime(change.effective_at) })}</span>
        )}
        {change.reason !== null && (
          <q className="change-reason small">
            <bdi>{change.reason}</bdi>
          </q>
        )}
      </div>
    </ListRow>
  );
}

/** By name where the reader may know it, else by number. */
function Subject({ change: { subject, kind } }: { change: ChangeView }) {
  const { t } = useTranslation(['changes', 'system', 'status']);
  const inWords = useTextIn();
  if (subject.setting !== null) {
    const { key, status } = subject.setting;
    return (
      <bdi className="strong">
        {status === null ? t(`system:setting.${key}`) : t(`status:name.${status}`)}
      </bdi>
    );
  }
  const name = subject.names === null ? subject.name : inWords(subject.names);
  if (name !== null && name !== '') return <bdi className="strong">{name}</bdi>;
  if (subject.id === null || kind === 'config') return null;
  return <bdi className="strong num">#{subject.id}</bdi>;
}

function Lines({ lines }: { lines: readonly WordedLine[] }) {
  const { t } = useTranslation('changes');
  if (lines.length === 0) return null;
  return (
    <dl className="change-lines stack gap-3 small">
      {lines.map((line) => (
        <div key={line.field}>
          <dt className="muted">{line.label}</dt>
          <dd>
            {line.before !== null && (
              <>
                <del>
                  <bdi>{line.before}</bdi>
                </del>
                <span className="muted flips" aria-label={t('became')}>
                  →
                </span>
              </>
            )}
            <bdi>{line.after}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
