import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { useTranslation } from 'react-i18next';
import { useGrams } from '../../../shared/weights/use-grams.ts';
import { ChartBox } from '../chart-box.tsx';
import { FigurePanel } from '../figure-panel.tsx';
import type { TwinColumn } from '../twin-column.ts';
import { useFigure } from '../use-figure.ts';
import { benchesOf, daysOf } from './balance.ts';
import { goldQuery, type GoldProps, type GoldRow } from './gold-queries.ts';
import { useBenchName } from './use-bench-name.ts';

const Chart = lazyPart(() => import('./months-chart.tsx'), 'MonthsChart');
/** Of a bench's line, and of the months below all of them, in pixels. */
const [ROW_HEIGHT, MONTHS_HEIGHT] = [30, 34];

/** The difference of every bench, month by month: a mark opens the weighings of its month. */
export function MonthsPanel({ query, open }: GoldProps) {
  const { t } = useTranslation('gold');
  const answer = useFigure(goldQuery(query));
  const rows = answer.data?.data.rows;
  const openMonth = ({ month, site_id, place, rma_status_id: status }: GoldRow) =>
    open({
      ...daysOf(month),
      place,
      ...(site_id !== null && { site_id }),
      ...(status !== null && { status }),
    });
  return (
    <FigurePanel
      id="gold-months"
      title={t('month.title')}
      answer={answer}
      rows={rows}
      rowKey={({ site_id, place, rma_status_id, month }) => [site_id, place, rma_status_id, month].join('-')}
      columns={useColumns()}
      onOpenRow={openMonth}
      isDrawn
      chart={rows && <Drawn rows={rows} onOpen={openMonth} />}
      foot={t('month.note')}
      height={320}
    />
  );
}

function Drawn({ rows, onOpen }: { rows: readonly GoldRow[]; onOpen: (row: GoldRow) => void }) {
  const { t } = useTranslation('gold');
  const { signed, month } = useGrams();
  const nameOf = useBenchName();
  const benches = benchesOf(rows);
  const height = benches.length * ROW_HEIGHT + MONTHS_HEIGHT;
  const off = rows.filter(({ beyond }) => beyond > 0);
  const summary = off
    .map((row) =>
      t('month.summary', {
        bench: nameOf(row),
        month: month(row.month),
        grams: signed(row.difference_mg),
      }),
    )
    .join('; ');
  return (
    <ChartBox label={summary || t('beyond.none')} height={height}>
      <Chart rows={rows} benches={benches} height={height} onOpen={onOpen} />
    </ChartBox>
  );
}

function useColumns(): readonly TwinColumn<GoldRow>[] {
  const { t } = useTranslation('gold');
  const { signed, month } = useGrams();
  const nameOf = useBenchName();
  return [
    {
      key: 'month',
      header: t('month.month'),
      isText: true,
      value: (row) => row.month,
      cell: (row) => month(row.month),
    },
    { key: 'bench', header: t('bench.bench'), isText: true, value: nameOf },
    { key: 'site', header: t('bench.site'), isText: true, value: ({ site }) => site },
    { key: 'intervals', header: t('bench.intervals'), value: ({ intervals }) => intervals },
    {
      key: 'difference',
      header: t('bench.difference'),
      value: ({ difference_mg }) => difference_mg / 1_000,
      cell: ({ difference_mg }) => <bdi className="num">{signed(difference_mg)}</bdi>,
    },
    { key: 'beyond', header: t('bench.beyond'), value: ({ beyond }) => beyond },
  ];
}
