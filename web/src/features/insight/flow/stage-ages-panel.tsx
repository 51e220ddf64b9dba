import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { ChartBox } from '../chart-box.tsx';
import { FigurePanel } from '../figure-panel.tsx';
import type { TwinColumn } from '../twin-column.ts';
import { OpenPieces } from '../open-pieces.tsx';
import { useFigure } from '../use-figure.ts';
import { latenessOf } from './bands.ts';
import { stagesQuery, type Stage } from './flow-queries.ts';
import type { FlowProps } from './flow-props.ts';

const Chart = lazyPart(() => import('./stage-ages-chart.tsx'), 'StageAgesChart');
/** Of a stage's line, and of the ages below all of them, in pixels. */
const [ROW_HEIGHT, AGES_HEIGHT] = [38, 34];
const LATENESS = ['inTime', 'soon', 'late', 'over'] as const;

const lateOf = ({ pieces, target_hours }: Stage): number =>
  pieces.filter(({ seconds }) => ['late', 'over'].includes(latenessOf(seconds, target_hours))).length;

/** Every piece of a stage by its age there, beside target and limit. */
export function StageAgesPanel({ query, open, openPiece }: FlowProps) {
  const { t } = useTranslation('insight');
  const answer = useFigure(stagesQuery(query));
  const stages = answer.data?.data;
  return (
    <FigurePanel
      id="stages"
      title={t('flow.ages.title')}
      answer={answer}
      rows={stages}
      rowKey={({ rma_status_id }) => rma_status_id}
      columns={useColumns()}
      isDrawn
      chart={stages && <Drawn stages={stages} onOpen={openPiece} />}
      foot={
        <>
          {t('flow.ages.note')}{' '}
          <OpenPieces
            figure="standing"
            count={stages?.reduce((sum, { count }) => sum + count, 0) ?? 0}
            open={open}
          />
        </>
      }
    />
  );
}

function Drawn({ stages, onOpen }: { stages: readonly Stage[]; onOpen: FlowProps['openPiece'] }) {
  const { t } = useTranslation(['insight', 'status']);
  const height = stages.length * ROW_HEIGHT + AGES_HEIGHT;
  const summary = stages
    .filter(({ count }) => count > 0)
    .map((stage) =>
      t('insight:flow.ages.summary', {
        stage: t(`status:name.${stage.rma_status_id}`),
        count: stage.count,
        late: lateOf(stage),
      }),
    )
    .join('; ');
  return (
    <>
      <ul className="band-names flex wrap small" aria-hidden>
        {LATENESS.map((each) => (
          <li key={each}>
            <span className={`age-key ${each}`} /> {t(`insight:flow.ages.${each}`)}
          </li>
        ))}
        <li>
          <span className="age-key target" /> {t('insight:flow.ages.target')}
        </li>
      </ul>
      <ChartBox label={summary} height={height}>
        <Chart stages={stages} height={height} onOpen={onOpen} />
      </ChartBox>
    </>
  );
}

function useColumns(): readonly TwinColumn<Stage>[] {
  const { t } = useTranslation(['insight', 'status']);
  const { age } = useStaffFormat();
  return [
    {
      key: 'stage',
      header: t('insight:flow.quality.stage'),
      isText: true,
      value: ({ rma_status_id }) => t(`status:name.${rma_status_id}`),
    },
    { key: 'count', header: t('insight:piecesHead'), value: ({ count }) => count },
    {
      key: 'limit',
      header: t('insight:flow.ages.limit'),
      value: ({ wip_limit }) => wip_limit,
      cell: ({ count, wip_limit }) => (wip_limit === null ? '–' : `${count} / ${wip_limit}`),
    },
    {
      key: 'target',
      header: t('insight:flow.ages.target'),
      value: ({ target_hours }) => target_hours,
      cell: ({ target_hours }) => (target_hours === null ? '–' : age(target_hours * 3_600_000)),
    },
    { key: 'late', header: t('insight:flow.ages.late'), value: lateOf },
  ];
}
