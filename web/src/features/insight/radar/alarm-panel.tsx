import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { FigurePanel } from '../figure-panel.tsx';
import type { TwinColumn } from '../twin-column.ts';
import type { useFigure } from '../use-figure.ts';
import type { AlarmDetail, AlarmWeek } from './radar-queries.ts';
import { useSeriesName } from './use-series-name.ts';

const AlarmChart = lazyPart(() => import('./alarm-chart.tsx'), 'AlarmChart');
const HEIGHT = 232;

interface AlarmPanelProps {
  readonly alarm: AlarmDetail;
  readonly answer: ReturnType<typeof useFigure<unknown>>;
  /** Opens the pieces of one week, or of the whole alarm. */
  readonly onOpen: (week?: string) => void;
}

/** One alarm: what came in beside what was to be expected, week by week. */
export function AlarmPanel({ alarm, answer, onOpen }: AlarmPanelProps) {
  const { product, reason, factory } = useSeriesName()(alarm);
  const openWeek = ({ week }: AlarmWeek) => onOpen(week);
  return (
    <FigurePanel
      id="alarm"
      title={`${product} · ${reason} · ${factory}`}
      answer={answer}
      rows={alarm.weeks}
      rowKey={({ week }) => week}
      columns={useColumns()}
      lead={<Lead alarm={alarm} />}
      chart={
        <div role="img" aria-label={useSummary(alarm)}>
          <Suspense fallback={<Skeleton height={HEIGHT} />}>
            <AlarmChart weeks={alarm.weeks} height={HEIGHT} onOpen={openWeek} />
          </Suspense>
        </div>
      }
      isDrawn
      height={HEIGHT}
      onOpenRow={openWeek}
      foot={<Foot alarm={alarm} onOpen={() => onOpen()} />}
    />
  );
}

function useSummary({ pieces, expected_pieces: expected, since }: AlarmDetail): string {
  const { t } = useTranslation(['insight', 'radar']);
  const { number, date } = useStaffFormat();
  return t('radar:sentence', {
    count: pieces,
    shown: number(pieces),
    expected: number(Math.round(expected)),
    since: date(since),
  });
}

function Lead({ alarm }: { alarm: AlarmDetail }) {
  const { t } = useTranslation(['insight', 'radar']);
  return (
    <p className="figure-lead alarm-lead" data-testid="alarm-sentence">
      <span className="alarm-state size-s nowrap" data-state={alarm.state}>
        {t(`radar:${alarm.state}`)}
      </span>{' '}
      {useSummary(alarm)}
    </p>
  );
}

function Foot({ alarm: { shown, pieces }, onOpen }: { alarm: AlarmDetail; onOpen: () => void }): ReactNode {
  const { t } = useTranslation(['insight', 'radar']);
  const { number } = useStaffFormat();
  return (
    <>
      {t('radar:note')}{' '}
      {shown < pieces && t('radar:seen', { count: shown, shown: number(shown), all: number(pieces) })}{' '}
      {shown > 0 && (
        <button type="button" className="link" onClick={onOpen} data-testid="open-alarm">
          {t('open', { count: shown, shown: number(shown) })}
        </button>
      )}
    </>
  );
}

function useColumns(): readonly TwinColumn<AlarmWeek>[] {
  const { t } = useTranslation(['insight', 'radar']);
  const { number, date } = useStaffFormat();
  const inNumbers = (value: number | null) => (value === null ? '–' : number(Math.round(10 * value) / 10));
  return [
    {
      key: 'week',
      header: t('week'),
      isText: true,
      value: ({ week }) => week,
      cell: ({ week }) => date(week),
    },
    {
      key: 'count',
      header: t('piecesHead'),
      value: ({ count }) => count,
      cell: ({ count }) => number(count),
    },
    {
      key: 'expected',
      header: t('radar:expected'),
      value: ({ expected }) => expected && Math.round(100 * expected) / 100,
      cell: ({ expected }) => inNumbers(expected),
    },
    {
      key: 'bound',
      header: t('radar:bound'),
      value: ({ bound }) => bound,
      cell: ({ bound }) => inNumbers(bound),
    },
    {
      key: 'raised',
      header: t('radar:alarm'),
      isText: true,
      value: ({ is_raised }) => (is_raised ? t('radar:alarm') : ''),
    },
  ];
}
