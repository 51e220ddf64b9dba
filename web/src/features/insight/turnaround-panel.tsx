import { RadioGroup } from '@atelier/ui/controls/choice.tsx';
import { useSeen } from '@atelier/ui/chunks/use-seen.ts';
import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import { TURNAROUNDS, type Turnaround } from '@atelier/domain/insight/figures.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { FigurePanel } from './figure-panel.tsx';
import type { TwinColumn } from './twin-column.ts';
import { OpenPieces, type FigureProps } from './open-pieces.tsx';
import { turnaroundQuery, type Turnarounds } from './queries.ts';
import { useSpan } from './use-span.ts';
import { useFigure } from './use-figure.ts';
import { weekRows, type WeekRow } from './week-rows.ts';

const Chart = lazyPart(() => import('./turnaround-chart.tsx'), 'TurnaroundChart');
const HEIGHT = 320;

/** How long repairs took, by the week they ended. */
export function TurnaroundPanel({ state, query, change, open }: FigureProps) {
  const { t } = useTranslation('insight');
  const { until, period } = state;
  const answer = useFigure(turnaroundQuery(query, until));
  const view = answer.data?.data;
  const openWeek = ({ week, lastDay }: WeekRow) => open({ figure: until, from: week, to: lastDay });
  return (
    <FigurePanel
      id="turnaround"
      title={t('turnaround.title')}
      answer={answer}
      rows={view && weekRows(view, period)}
      rowKey={({ week }) => week}
      columns={useColumns()}
      height={HEIGHT + 60}
      tools={<UntilChoice until={until} onChange={(each) => change({ until: each })} />}
      lead={view && <Lead view={view} />}
      isDrawn
      chart={view && <Drawn view={view} rows={weekRows(view, period)} onOpen={openWeek} />}
      foot={
        <>
          {t('turnaround.note')} <OpenPieces figure={until} count={view?.now.count ?? 0} open={open} />
        </>
      }
      onOpenRow={openWeek}
    />
  );
}

function UntilChoice({ until, onChange }: { until: Turnaround; onChange: (until: Turnaround) => void }) {
  const { t } = useTranslation('insight');
  return (
    <RadioGroup
      look="inline"
      label={t('turnaround.title')}
      hideLabel
      value={until}
      options={TURNAROUNDS.map((each) => ({
        value: each,
        label: t(`turnaround.${each}`),
        testId: `until-${each}`,
      }))}
      onChange={onChange}
    />
  );
}

/** Median and P90 of the whole period, beside those of the other one. */
function Lead({ view: { now, before } }: { view: Turnarounds }) {
  const { t } = useTranslation('insight');
  const span = useSpan();
  if (now.median_seconds === null) return null;
  return (
    <p className="figure-lead flex wrap" data-testid="turnaround-lead">
      <span>
        <b className="num">{span(now.median_seconds)}</b> {t('median')}
      </span>
      <span>
        <b className="num">{span(now.p90_seconds)}</b> {t('p90')}
      </span>
      {before !== null && before.median_seconds !== null && (
        <span className="small muted">
          {t('was', { median: span(before.median_seconds), p90: span(before.p90_seconds) })}
        </span>
      )}
    </p>
  );
}

function useColumns(): readonly TwinColumn<WeekRow>[] {
  const { t } = useTranslation('insight');
  const [span, { date }] = [useSpan(), useStaffFormat()];
  return [
    {
      key: 'week',
      header: t('week'),
      isText: true,
      value: ({ week }) => week,
      cell: ({ week }) => date(week),
    },
    { key: 'count', header: t('piecesHead'), value: ({ count }) => count },
    {
      key: 'median',
      header: t('median'),
      value: (row) => row.median_seconds,
      cell: (row) => span(row.median_seconds),
    },
    { key: 'p90', header: t('p90'), value: (row) => row.p90_seconds, cell: (row) => span(row.p90_seconds) },
    {
      key: 'before',
      header: t('beforeLabel'),
      value: (row) => row.beforeMedian,
      cell: (row) => span(row.beforeMedian),
    },
  ];
}

interface DrawnProps {
  readonly view: Turnarounds;
  readonly rows: readonly WeekRow[];
  readonly onOpen: (row: WeekRow) => void;
}

function Drawn({ view: { now }, rows, onOpen }: DrawnProps) {
  const { t } = useTranslation('insight');
  const { number } = useStaffFormat();
  const span = useSpan();
  const [box, isSeen] = useSeen();
  const summary = t('turnaround.summary', {
    median: span(now.median_seconds),
    p90: span(now.p90_seconds),
    weeks: number(rows.length),
    last: span(rows.at(-1)?.median_seconds ?? null),
  });
  return (
    <div role="img" aria-label={summary} ref={box} style={{ minBlockSize: HEIGHT }}>
      <Suspense fallback={<Skeleton rows={1} height={HEIGHT} />}>
        {isSeen && <Chart rows={rows} height={HEIGHT} onOpen={onOpen} />}
      </Suspense>
    </div>
  );
}
