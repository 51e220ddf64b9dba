import { RadioGroup } from '@atelier/ui/controls/choice.tsx';
import { aheadPart } from '@atelier/ui/chunks/lazy-part.ts';
import { TURNAROUNDS, type Turnaround } from '@atelier/domain/insight/figures.ts';
import { useTurn } from '@atelier/ui/chunks/turns.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { ChartBox } from './chart-box.tsx';
import { FigurePanel } from './figure-panel.tsx';
import type { TwinColumn } from './twin-column.ts';
import { OpenPieces, type FigureProps } from './open-pieces.tsx';
import { turnaroundQuery, type Turnarounds } from './queries.ts';
import { useSpan } from './use-span.ts';
import { useFigure } from './use-figure.ts';
import { useBesideName } from './use-places.ts';
import { weekRows, type WeekRow } from './week-rows.ts';

const { Part: Chart, load: loadChart } = aheadPart(() => import('./turnaround-chart.tsx'), 'TurnaroundChart');
const HEIGHT = 380;

/** How long repairs took, by the week they ended. */
export function TurnaroundPanel({ state, query, change, open }: FigureProps) {
  const { t } = useTranslation('insight');
  const { until, period, comparison } = state;
  const answer = useFigure(turnaroundQuery(query, until));
  const view = answer.data?.data;
  const rows = view && weekRows(view, period, comparison === 'place');
  const onDrawn = useFirstTurn(answer.isError || rows?.length === 0);
  const openWeek = ({ week, lastDay }: WeekRow) => open({ figure: until, from: week, to: lastDay });
  return (
    <FigurePanel
      id="turnaround"
      title={t('turnaround.title')}
      answer={answer}
      rows={rows}
      rowKey={({ week }) => week}
      columns={useColumns(until)}
      height={HEIGHT + 60}
      tools={<UntilChoice until={until} onChange={(each) => change({ until: each })} />}
      lead={view && <Lead view={view} open={open} />}
      isDrawn
      chart={view && rows && <Drawn view={view} rows={rows} onOpen={openWeek} onDrawn={onDrawn} />}
      foot={
        <>
          {t('turnaround.note')} <OpenPieces figure={until} count={view?.now.count ?? 0} open={open} />
        </>
      }
      onOpenRow={openWeek}
    />
  );
}

/** What else is drawn waits for this chart, which is what people come for; answers what to call once it is drawn. */
function useFirstTurn(isWithoutChart: boolean): () => void {
  const [, end] = useTurn();
  // What draws it is compiled while its figures are under way.
  useEffect(() => void loadChart(), []);
  useEffect(() => {
    if (isWithoutChart) end();
  }, [isWithoutChart, end]);
  return end;
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
function Lead({ view, open }: { view: Turnarounds; open: FigureProps['open'] }) {
  const { now, before } = view;
  const { t } = useTranslation('insight');
  const [span, beside] = [useSpan(), useBesideName()];
  if (now.median_seconds === null) return null;
  return (
    <p className="figure-lead flex wrap" data-testid="turnaround-lead">
      <span>
        <b className="num">{span(now.median_seconds)}</b> {t('median')}
      </span>
      <span>
        <b className="num">{span(now.p90_seconds)}</b> {t('p90')}
      </span>
      {view.until === 'ready' && <Kept counted={now} before={before} open={open} />}
      {before !== null && before.median_seconds !== null && (
        <span className="small muted">
          {t('was', { beside, median: span(before.median_seconds), p90: span(before.p90_seconds) })}
        </span>
      )}
    </p>
  );
}

interface KeptProps {
  counted: Turnarounds['now'];
  before: Turnarounds['before'];
  open: FigureProps['open'];
}

/** How many were ready by the latest day that the deposit named; each number opens its pieces. */
function Kept({ counted: { told, kept }, before, open }: KeptProps) {
  const { t } = useTranslation('insight');
  const { number, percent } = useStaffFormat();
  const beside = useBesideName();
  if (told === 0) return null;
  return (
    <span data-testid="kept-lead">
      <b className="num">{percent(kept / told)}</b> {t('promise.within')}{' '}
      <button
        type="button"
        className="link num"
        data-testid="open-kept"
        onClick={() => open({ figure: 'kept' })}
      >
        {number(kept)}
      </button>
      {' / '}
      <button
        type="button"
        className="link num"
        data-testid="open-told"
        onClick={() => open({ figure: 'told' })}
      >
        {number(told)}
      </button>
      {before !== null && before.told > 0 && (
        <span className="small muted">
          {' '}
          {t('promise.was', { beside, share: percent(before.kept / before.told) })}
        </span>
      )}
    </span>
  );
}

function useColumns(until: Turnaround): readonly TwinColumn<WeekRow>[] {
  const { t } = useTranslation('insight');
  const [span, beside, { date, percent }] = [useSpan(), useBesideName(), useStaffFormat()];
  const within: TwinColumn<WeekRow> = {
    key: 'kept',
    header: t('promise.head'),
    value: ({ told, kept }) => (told === 0 ? null : kept / told),
    cell: ({ told, kept }) => (told === 0 ? '–' : percent(kept / told)),
  };
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
    ...(until === 'ready' ? [within] : []),
    {
      key: 'before',
      header: beside,
      value: (row) => row.beforeMedian,
      cell: (row) => span(row.beforeMedian),
    },
  ];
}

interface DrawnProps {
  readonly view: Turnarounds;
  readonly rows: readonly WeekRow[];
  readonly onOpen: (row: WeekRow) => void;
  readonly onDrawn: () => void;
}

function Drawn({ view: { now }, rows, onOpen, onDrawn }: DrawnProps) {
  const { t } = useTranslation('insight');
  const { number } = useStaffFormat();
  const span = useSpan();
  const summary = t('turnaround.summary', {
    median: span(now.median_seconds),
    p90: span(now.p90_seconds),
    weeks: number(rows.length),
    last: span(rows.at(-1)?.median_seconds ?? null),
  });
  return (
    <ChartBox label={summary} height={HEIGHT} isFirst onDrawn={onDrawn}>
      <Chart rows={rows} height={HEIGHT} onOpen={onOpen} />
    </ChartBox>
  );
}
