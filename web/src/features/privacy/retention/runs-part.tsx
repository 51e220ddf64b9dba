import { DECIDES, KEPT_BECAUSE } from '@atelier/domain/privacy/contract.ts';
import { useTranslation } from 'react-i18next';
import { usePermission, useStaffFormat } from '../../../lib/session/use-session.ts';
import { ListRow } from '../../../shared/paged-table/paged-table.tsx';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import type { Deciding } from './decision-dialog.tsx';
import type { RetentionRunView } from './queries.ts';

interface RunsPartProps {
  runs: readonly RetentionRunView[];
  onDecide: (deciding: Deciding) => void;
}

/** What the newest runs found, asked for and kept; one that waits is decided here. */
export function RunsPart({ runs, onDecide }: RunsPartProps) {
  const { t } = useTranslation('privacy');
  return (
    <section className="retention-part line-above" data-testid="retention-runs">
      <h3 className="panel-body">{t('retention.runs.title')}</h3>
      {runs.length === 0 && (
        <p className="panel-body small muted retention-flush">{t('retention.runs.empty')}</p>
      )}
      <ul className="list">
        {runs.map((run) => (
          <RunRow key={run.id} run={run} onDecide={onDecide} />
        ))}
      </ul>
    </section>
  );
}

function RunRow({ run, onDecide }: { run: RetentionRunView; onDecide: RunsPartProps['onDecide'] }) {
  const { t } = useTranslation('privacy');
  const { dateTime } = useStaffFormat();
  const mayDecide = usePermission(DECIDES) && run.stage === 'waiting';
  const { id, found: count } = run;
  return (
    <ListRow className="privacy-row" version={run.version} testId={`run-${id}`} data-stage={run.stage}>
      <div className="words">
        <Cluster gap={8}>
          <Tag>{t(`retention.runStage.${run.stage}`)}</Tag>
          <span className="num">{dateTime(run.started_at)}</span>
        </Cluster>
      </div>
      <div className="words small">
        <span>{useFigures(run).join(' · ')}</span>
        {run.decided_by !== null && (
          <span className="muted">{t('retention.runs.decided', { name: run.decided_by.name })}</span>
        )}
      </div>
      {mayDecide && (
        <Cluster gap={8} className="privacy-actions">
          <Button
            variant="primary"
            onClick={() => onDecide({ what: 'runs', how: 'approve', id, count })}
            testId={`run-approve-${id}`}
          >
            {t('retention.runs.approve')}
          </Button>
          <Button onClick={() => onDecide({ what: 'runs', how: 'refuse', id })} testId={`run-refuse-${id}`}>
            {t('refuse.button')}
          </Button>
        </Cluster>
      )}
    </ListRow>
  );
}

/** Found, asked for, and kept by each reason. */
function useFigures({ found, asked, kept }: RetentionRunView): readonly string[] {
  const { t } = useTranslation('privacy');
  const { number } = useStaffFormat();
  return [
    t('retention.runs.found', { count: number(found) }),
    t('retention.runs.asked', { count: number(asked) }),
    ...KEPT_BECAUSE.flatMap((because) => {
      const count = kept[because] ?? 0;
      if (count === 0) return [];
      return [t('retention.runs.kept', { because: t(`retention.because.${because}`), count: number(count) })];
    }),
  ];
}
