import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { ChartBox } from './chart-box.tsx';
import { FigurePanel } from './figure-panel.tsx';
import { OpenPieces, type FigureProps } from './open-pieces.tsx';
import { turnaroundQuery, type Turnarounds } from './queries.ts';
import type { TwinColumn } from './twin-column.ts';
import { useBesideName } from './use-places.ts';
import { useFigure } from './use-figure.ts';
import { keptShare, weekRows, type WeekRow } from './week-rows.ts';

const Chart = lazyPart(() => import('./promise-chart.tsx'), 'PromiseChart');
const HEIGHT = 240;

/** The share of pieces that were ready by the latest day named at their deposit, week by week. */
export function PromisePanel({ state, query, open }: FigureProps) {
  const { t } = useTranslation('insight');
  const { period, comparison } = state;
  const answer = useFigure(turnaroundQuery(query, 'ready'));
  const view = answer.data?.data;
  const rows = view && (view.now.told === 0 ? [] : weekRows(view, period, comparison === 'place'));
  const openWeek = ({ week, lastDay }: WeekRow) => open({ figure: 'told', from: week, to: lastDay });
  return (
    <FigurePanel
      id="promise"
      title={t('promise.title')}
      answer={answer}
      rows={rows}
      rowKey={({ week }) => week}
      columns={useColumns()}
      height={HEIGHT}
      isDrawn
      chart={view && rows && <Drawn now={view.now} rows={rows} onOpen={openWeek} />}
      foot={
        <>
          {t('promise.note')} <OpenPieces figure="told" count={view?.now.told ?? 0} open={open} />
        </>
      }
      onOpenRow={openWeek}
    />
  );
}

function useColumns(): readonly TwinColumn<WeekRow>[] {
  const { t } = useTranslation('insight');
  const { date, percent } = useStaffFormat();
  const beside = useBesideName();
  const shown = (share: number | null) => (share === null ? '–' : percent(share));
  return [
    {
      key: 'week',
      header: t('week'),
      isText: true,
      value: ({ week }) => week,
      cell: ({ week }) => date(week),
    },
    { key: 'told', header: t('promise.told'), value: ({ told }) => told },
    { key: 'kept', header: t('promise.kept'), value: ({ kept }) => kept },
    {
      key: 'share',
      header: t('promise.head'),
      value: ({ told, kept }) => keptShare(told, kept),
      cell: ({ told, kept }) => shown(keptShare(told, kept)),
    },
    {
      key: 'before',
      header: beside,
      value: ({ beforeTold, beforeKept }) => keptShare(beforeTold, beforeKept),
      cell: ({ beforeTold, beforeKept }) => shown(keptShare(beforeTold, beforeKept)),
    },
  ];
}

interface DrawnProps {
  readonly now: Turnarounds['now'];
  readonly rows: readonly WeekRow[];
  readonly onOpen: (row: WeekRow) => void;
}

function Drawn({ now: { told, kept }, rows, onOpen }: DrawnProps) {
  const { t } = useTranslation('insight');
  const { number, percent } = useStaffFormat();
  const last = rows.at(-1);
  const summary = t('promise.summary', {
    share: percent(keptShare(told, kept) ?? 0),
    weeks: number(rows.length),
    last: last === undefined || last.told === 0 ? '–' : percent(last.kept / last.told),
  });
  return (
    <ChartBox label={summary} height={HEIGHT}>
      <Chart rows={rows} height={HEIGHT} onOpen={onOpen} />
    </ChartBox>
  );
}
