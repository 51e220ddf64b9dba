import { useTranslation } from 'react-i18next';
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { useSpan } from './use-span.ts';
import { markAt } from './mark-at.ts';
import { useBesideName } from './use-places.ts';
import type { WeekRow } from './week-rows.ts';

const DAY_SECONDS = 86_400;
/** Room for the names of the lines at their ends. */
const LABELS = 92;
const inDays = (seconds: number | null): number | null => (seconds === null ? null : seconds / DAY_SECONDS);

/** What recharts draws of a week: a week that still runs, and the one before it, are dotted. */
interface Point {
  readonly row: WeekRow;
  readonly median: number | null;
  readonly p90: number | null;
  readonly band: readonly [number, number] | null;
  readonly runningMedian: number | null;
  readonly runningP90: number | null;
  readonly beforeMedian: number | null;
  readonly beforeP90: number | null;
}

type LineKey = Exclude<keyof Point, 'row' | 'band'>;
type LineName = 'median' | 'p90';

/** From the back to the front; those without a name are explained by the words above the chart. */
const LINES: readonly { readonly key: LineKey; readonly look: string; readonly name: LineName | null }[] = [
  { key: 'beforeP90', look: 'line-before thin', name: null },
  { key: 'beforeMedian', look: 'line-before', name: null },
  { key: 'p90', look: 'line-now thin', name: 'p90' },
  { key: 'median', look: 'line-now', name: 'median' },
  { key: 'runningP90', look: 'line-running thin', name: 'p90' },
  { key: 'runningMedian', look: 'line-running', name: 'median' },
];

function pointsOf(rows: readonly WeekRow[]): Point[] {
  return rows.map((row, index) => {
    const [median, p90] = [inDays(row.median_seconds), inDays(row.p90_seconds)];
    const leadsOn = row.isRunning || rows[index + 1]?.isRunning === true;
    return {
      row,
      median: row.isRunning ? null : median,
      p90: row.isRunning ? null : p90,
      band: row.isRunning || median === null || p90 === null ? null : [median, p90],
      runningMedian: leadsOn ? median : null,
      runningP90: leadsOn ? p90 : null,
      beforeMedian: inDays(row.beforeMedian),
      beforeP90: inDays(row.beforeP90),
    };
  });
}

interface TurnaroundChartProps {
  readonly rows: readonly WeekRow[];
  readonly height: number;
  readonly onOpen: (row: WeekRow) => void;
}

/** Median and P90 in days per week, with the band between; those of the other period grey and dashed. */
export function TurnaroundChart({ rows, height, onOpen }: TurnaroundChartProps) {
  const { t, i18n } = useTranslation('insight');
  const { dayShort, number } = useStaffFormat();
  const isRtl = i18n.dir() === 'rtl';
  const points = pointsOf(rows);
  const openAt = (index: number | string | null | undefined) => {
    const point = markAt(points, index);
    if (point !== undefined) onOpen(point.row);
  };
  const isRunning = points.some(({ runningMedian }) => runningMedian !== null);
  const labelOf = (key: LineKey, name: LineName | null) =>
    name !== null &&
    isRunning === key.startsWith('running') &&
    endLabel({ points, key, name, text: t(name), isRtl });
  const line = { isAnimationActive: false, dot: false, connectNulls: true } as const;
  return (
    <ResponsiveContainer width="100%" height={height}>
      <ComposedChart
        data={points}
        margin={{ top: 10, right: isRtl ? 4 : LABELS, bottom: 2, left: isRtl ? LABELS : 4 }}
        accessibilityLayer={false}
        onClick={({ activeTooltipIndex }) => openAt(activeTooltipIndex)}
      >
        <CartesianGrid vertical={false} />
        <XAxis
          dataKey="row.week"
          reversed={isRtl}
          tickFormatter={dayShort}
          tickLine={false}
          axisLine={false}
          minTickGap={28}
          tick={{ className: 'figure-tick' }}
        />
        <YAxis
          orientation={isRtl ? 'right' : 'left'}
          width={34}
          interval={0}
          tickLine={false}
          axisLine={false}
          tickFormatter={number}
          tick={{ className: 'figure-tick' }}
        />
        <Tooltip isAnimationActive={false} cursor={{ className: 'figure-cursor' }} content={WeekTip} />
        <Area dataKey="band" className="figure-band" isAnimationActive={false} stroke="none" connectNulls />
        {LINES.filter(({ key }) => points.some((point) => point[key] !== null)).map(({ key, look, name }) => (
          <Line key={key} dataKey={key} className={look} {...line} label={labelOf(key, name)} />
        ))}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

interface EndLabel {
  readonly points: readonly Point[];
  readonly key: LineKey;
  readonly name: LineName;
  readonly text: string;
  readonly isRtl: boolean;
}

/** Names a line at its last point, where the eye arrives. */
function endLabel({ points, key, name, text, isRtl }: EndLabel) {
  const last = points.findLastIndex((point) => point[key] !== null);
  return ({ x, y, index }: { x?: number | string; y?: number | string; index?: number }) =>
    index === last ? (
      <text
        x={Number(x)}
        y={Number(y)}
        dx={isRtl ? -8 : 8}
        dy={4}
        className={`line-name ${name}`}
        textAnchor={isRtl ? 'end' : 'start'}
      >
        {text}
      </text>
    ) : null;
}

interface WeekTipProps {
  active?: boolean;
  payload?: readonly { payload?: Point }[];
}

function WeekTip({ active, payload }: WeekTipProps) {
  const { t } = useTranslation('insight');
  const { date, number } = useStaffFormat();
  const [span, beside] = [useSpan(), useBesideName()];
  const row = payload?.[0]?.payload?.row;
  if (active !== true || row === undefined) return null;
  return (
    <div className="week-tip figure-tip stack gap-1 rounded">
      <span className="small muted">
        {date(row.week)} – {date(row.lastDay)}
      </span>
      <span className="strong">
        {span(row.median_seconds)} {t('median')} · {span(row.p90_seconds)} {t('p90')}
      </span>
      <span className="small">
        {t('piecesHead')}: {number(row.count)}
      </span>
      {row.beforeMedian !== null && (
        <span className="small muted">
          {t('was', { beside, median: span(row.beforeMedian), p90: span(row.beforeP90) })}
        </span>
      )}
    </div>
  );
}
