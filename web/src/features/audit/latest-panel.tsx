import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useNewest } from './queries.ts';
import { useActorWords, useAuditWords } from './use-audit-words.ts';
import { useMoments } from './use-moments.ts';

const SHOWN = 2;
const KINDS = ['reading', 'export'] as const;

/** Who last read personal data, and what was last exported. */
export function LatestPanel() {
  const { t } = useTranslation('audit');
  return (
    <Panel title={t('latest.title')} padded className="audit-latest" testId="audit-latest">
      {KINDS.map((kind) => (
        <Latest key={kind} kind={kind} />
      ))}
    </Panel>
  );
}

function Latest({ kind }: { kind: (typeof KINDS)[number] }) {
  const { t } = useTranslation('audit');
  const { dateTime } = useMoments();
  const words = useAuditWords();
  const actor = useActorWords();
  const { data } = useNewest(kind, SHOWN);
  return (
    <section>
      <h3>
        {t(`kind.${kind}`)}{' '}
        <Link className="small" to={`/system/audit?view=feed&kind=${kind}`}>
          {t('latest.all')}
        </Link>
      </h3>
      <ul>
        {data?.data.map((entry) => (
          <li key={entry.position}>
            <span>
              {words(entry)} {entry.subject !== null && <bdi className="num">{entry.subject}</bdi>}
            </span>
            <span className="small muted">
              <bdi>{actor(entry)}</bdi> · {dateTime(entry.at)}
            </span>
          </li>
        ))}
        {data?.data.length === 0 && <li className="muted">{t('latest.none')}</li>}
      </ul>
    </section>
  );
}
