import { useTranslation } from 'react-i18next';
import { CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { markAt } from './mark-at.ts';
import { useBesideName } from './use-places.ts';
import { keptShare, type WeekRow } from './week-rows.ts';

/** What recharts draws of a week: a week that still runs, and the one before it, are dotted. */
interface Point {
  readonly row: WeekRow;
  readonly share: number | null;
  readonly running: number | null;
  readonly before: number | null;
}

function pointsOf(rows: readonly WeekRow[]): Point[] {
  return rows.map((row, index) => {
    const share = keptShare(row.told, row.kept);
    const leadsOn = row.isRunning || rows[index + 1]?.isRunning === true;
    return {
      row,
      share: row.isRunning ? null : share,
      running: leadsOn ? share : null,
      before: keptShare(row.beforeTold, row.beforeKept),
    };
  });
}

interface PromiseChartProps {
  readonly rows: readonly WeekRow[];
  readonly height: number;
  readonly onOpen: (row: WeekRow) => void;
}

const WHOLE = [0, 0.25, 0.5, 0.75, 1];

/** The share per week between none and all; that of the other period, or place, grey and dashed. */
export function PromiseChart({ rows, height, onOpen }: PromiseChartProps) {
  const { i18n } = useTranslation();
  const { dayShort, percent } = useStaffFormat();
  const isRtl = i18n.dir() === 'rtl';
  const points = pointsOf(rows);
  const openAt = (index: number | string | null | undefined) => {
    const point = markAt(points, index);
    if (point !== undefined) onOpen(point.row);
  };
  const axis = { tickLine: false, axisLine: false, tick: { className: 'figure-tick' } } as const;
  // A week without dates leaves a gap; a week between two of them stays visible by its dot.
  const line = { isAnimationActive: false, dot: { r: 2 } } as const;
  return (
    <ResponsiveContainer width="100%" height={height}>
      <ComposedChart
        data={points}
        margin={{ top: 10, right: 12, bottom: 2, left: 12 }}
        accessibilityLayer={false}
        onClick={({ activeTooltipIndex }) => openAt(activeTooltipIndex)}
      >
        <CartesianGrid vertical={false} />
        <XAxis
          dataKey="row.week"
          reversed={isRtl}
          tickFormatter={dayShort}
          minTickGap={28}
          tickMargin={8}
          {...axis}
        />
        <YAxis
          orientation={isRtl ? 'right' : 'left'}
          width={46}
          interval={0}
          domain={[0, 1]}
          ticks={WHOLE}
          tickFormatter={percent}
          {...axis}
        />
        <Tooltip isAnimationActive={false} cursor={{ className: 'figure-cursor' }} content={ShareTip} />
        <Line dataKey="before" className="line-before" {...line} dot={false} connectNulls />
        <Line dataKey="share" className="line-now" {...line} />
        <Line dataKey="running" className="line-running" {...line} connectNulls />
      </ComposedChart>
    </ResponsiveContainer>
  );
}

interface ShareTipProps {
  active?: boolean;
  payload?: readonly { payload?: Point }[];
}

function ShareTip({ active, payload }: ShareTipProps) {
  const { t } = useTranslation('insight');
  const { date, number, percent } = useStaffFormat();
  const beside = useBesideName();
  const row = payload?.[0]?.payload?.row;
  if (active !== true || row === undefined) return null;
  const [share, before] = [keptShare(row.told, row.kept), keptShare(row.beforeTold, row.beforeKept)];
  return (
    <div className="week-tip figure-tip stack gap-1 rounded">
      <span className="small muted">
        {date(row.week)} – {date(row.lastDay)}
      </span>
      <span className="strong">{share === null ? '–' : percent(share)}</span>
      <span className="small">
        {number(row.kept)} / {number(row.told)}
      </span>
      {before !== null && (
        <span className="small muted">{t('promise.was', { beside, share: percent(before) })}</span>
      )}
    </div>
  );
}
