import { useTranslation } from 'react-i18next';
import {
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  XAxis,
  YAxis,
  type ScatterShapeProps,
} from 'recharts';
import { useGrams } from '../../../shared/weights/use-grams.ts';
import type { BenchRow } from './balance.ts';
import type { GoldRow } from './gold-queries.ts';
import { useBenchName } from './use-bench-name.ts';

const NAME_WIDTH = 168;
/** With the site behind each name. */
const LONG_NAME_WIDTH = 260;
/** How far a mark lies above or below the line of its bench: the largest difference reaches its edge. */
const REACH = 0.36;

interface Mark {
  readonly x: number;
  readonly y: number;
  readonly row: GoldRow;
}

function marksOf(rows: readonly GoldRow[], benches: readonly BenchRow[], months: readonly string[]): Mark[] {
  const largest = Math.max(1, ...rows.map(({ difference_mg }) => Math.abs(difference_mg)));
  return rows.map((row) => {
    const line = benches.findIndex(
      ({ site_id, place, rma_status_id }) =>
        site_id === row.site_id && place === row.place && rma_status_id === row.rma_status_id,
    );
    return { x: months.indexOf(row.month), y: line - (REACH * row.difference_mg) / largest, row };
  });
}

interface MonthsChartProps {
  readonly rows: readonly GoldRow[];
  readonly benches: readonly BenchRow[];
  readonly height: number;
  readonly onOpen: (row: GoldRow) => void;
}

/** A row per bench, a mark per month: above its line is too much, below is missing. Mirrored where text runs from the right. */
export function MonthsChart({ rows, benches, height, onOpen }: MonthsChartProps) {
  const { i18n } = useTranslation();
  const { month } = useGrams();
  const nameOf = useBenchName();
  const isRtl = i18n.dir() === 'rtl';
  const months = [...new Set(rows.map((row) => row.month))].toSorted();
  const siteCount = new Set(benches.map(({ site_id }) => site_id)).size;
  const names = benches.map((bench) => (siteCount > 1 ? `${nameOf(bench)} · ${bench.site}` : nameOf(bench)));
  return (
    <ResponsiveContainer width="100%" height={height}>
      <ScatterChart margin={{ top: 4, right: 24, bottom: 2, left: 24 }} accessibilityLayer={false}>
        <XAxis
          type="number"
          dataKey="x"
          orientation="top"
          reversed={isRtl}
          domain={[-0.3, months.length - 0.7]}
          ticks={months.map((_, index) => index)}
          interval="preserveStartEnd"
          tickFormatter={(index: number) => (months[index] === undefined ? '' : month(months[index]))}
          tickLine={false}
          axisLine={false}
          tick={{ className: 'figure-tick' }}
        />
        <YAxis
          type="number"
          dataKey="y"
          reversed
          orientation={isRtl ? 'right' : 'left'}
          width={siteCount > 1 ? LONG_NAME_WIDTH : NAME_WIDTH}
          domain={[-0.5, benches.length - 0.5]}
          ticks={benches.map((_, line) => line)}
          interval={0}
          tickFormatter={(line: number) => names[line] ?? ''}
          tickLine={false}
          axisLine={false}
          tick={{ className: 'figure-name' }}
        />
        {benches.map(({ key }, line) => (
          <ReferenceLine key={key} y={line} className="ledger-line" />
        ))}
        <Scatter
          data={marksOf(rows, benches, months)}
          isAnimationActive={false}
          shape={MonthMark}
          onClick={(mark: { payload?: Mark }) => mark.payload && onOpen(mark.payload.row)}
        />
      </ScatterChart>
    </ResponsiveContainer>
  );
}

/** Shape and colour say the same: a ring within tolerance, a diamond with an interval above it. */
function MonthMark({ cx = 0, cy = 0, payload }: ScatterShapeProps) {
  const { row } = payload as Mark;
  return row.beyond > 0 ? (
    <path className="ledger-mark off" d={`M${cx},${cy - 6}l6,6l-6,6l-6,-6z`} />
  ) : (
    <circle className="ledger-mark" cx={cx} cy={cy} r={4} />
  );
}
