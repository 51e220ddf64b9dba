import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { FigurePanel } from '../figure-panel.tsx';
import type { TwinColumn } from '../twin-column.ts';
import { useFigure } from '../use-figure.ts';
import { throughputQuery, type Throughput } from './flow-queries.ts';
import type { FlowProps } from './flow-props.ts';

type Stage = Throughput['stages'][number];
type StageWorkers = NonNullable<Throughput['workers']>[number];
const WORKING_DAYS = 5;

/** How many pieces left each stage forward, week by week; at a site that is listed for it, also how they spread over workers. */
export function ThroughputPanel({ query }: FlowProps) {
  const { t } = useTranslation('insight');
  const answer = useFigure(throughputQuery(query));
  const view = answer.data?.data;
  const workers = view?.workers ?? null;
  const own = useColumns();
  const spread = useWorkerColumns(workers ?? []);
  return (
    <FigurePanel
      id="throughput"
      title={t('flow.throughput.title')}
      answer={answer}
      rows={view?.stages}
      rowKey={({ rma_status_id }) => rma_status_id}
      columns={workers === null ? own : [...own, ...spread]}
      foot={t(workers === null ? 'flow.throughput.note' : 'flow.throughput.noteWorkers')}
    />
  );
}

function useColumns(): readonly TwinColumn<Stage>[] {
  const { t } = useTranslation(['insight', 'status']);
  const { number } = useStaffFormat();
  const perDay = ({ count, weeks }: Stage) =>
    Math.round((10 * count) / Math.max(1, weeks.length * WORKING_DAYS)) / 10;
  return [
    {
      key: 'stage',
      header: t('insight:flow.quality.stage'),
      isText: true,
      value: ({ rma_status_id }) => t(`status:name.${rma_status_id}`),
    },
    {
      key: 'weeks',
      header: t('insight:flow.throughput.weeks'),
      value: ({ weeks }) => weeks.map(({ count }) => count).join(' '),
      cell: ({ weeks }) => <Weeks weeks={weeks} />,
    },
    {
      key: 'perDay',
      header: t('insight:flow.throughput.perDay'),
      value: perDay,
      cell: (row) => number(perDay(row)),
    },
    {
      key: 'count',
      header: t('insight:piecesHead'),
      value: ({ count }) => count,
      cell: ({ count }) => number(count),
    },
  ];
}

/** How many people moved the pieces on, and pieces per person; both stay empty below five people. */
function useWorkerColumns(workers: readonly StageWorkers[]): readonly TwinColumn<Stage>[] {
  const { t } = useTranslation('insight');
  const { number } = useStaffFormat();
  const at = ({ rma_status_id: id }: Stage) =>
    workers.find(({ rma_status_id }) => rma_status_id === id)?.spread ?? null;
  const half = ({ median, p25, p75 }: NonNullable<StageWorkers['spread']>) =>
    t('flow.throughput.spread', { median: number(median), low: number(p25), high: number(p75) });
  return [
    {
      key: 'workers',
      header: t('flow.throughput.workers'),
      value: (row) => at(row)?.workers ?? null,
      cell: (row) => {
        const spread = at(row);
        return spread === null ? (
          <span className="small muted">{t('flow.throughput.tooFew')}</span>
        ) : (
          number(spread.workers)
        );
      },
    },
    {
      key: 'perWorker',
      header: t('flow.throughput.perWorker'),
      value: (row) => at(row)?.median ?? null,
      cell: (row) => {
        const spread = at(row);
        return spread === null ? '–' : <bdi className="num">{half(spread)}</bdi>;
      },
    },
  ];
}

const MOST_WEEKS = 12;

/** The last weeks as small columns; the numbers stand in the file. */
function Weeks({ weeks }: Pick<Stage, 'weeks'>) {
  const shown = weeks.slice(-MOST_WEEKS);
  const most = Math.max(1, ...shown.map(({ count }) => count));
  return (
    <span className="week-columns" aria-hidden>
      {shown.map(({ week, count }) => (
        <span key={week} style={{ blockSize: `${(100 * count) / most}%` }} />
      ))}
    </span>
  );
}
