import { useTranslation } from 'react-i18next';
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  LabelList,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type BarShapeProps,
} from 'recharts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { markAt } from '../mark-at.ts';
import type { AlarmWeek } from './radar-queries.ts';

interface AlarmChartProps {
  readonly weeks: readonly AlarmWeek[];
  readonly height: number;
  readonly onOpen: (week: AlarmWeek) => void;
}

/** Bars by week, hatched where they raised the alarm; a band up to the bound, and what was expected dashed. */
export function AlarmChart({ weeks, height, onOpen }: AlarmChartProps) {
  const { i18n } = useTranslation();
  const { dayShort, number } = useStaffFormat();
  const isRtl = i18n.dir() === 'rtl';
  const openAt = (index: number | string | null | undefined) => {
    const week = markAt(weeks, index);
    if (week !== undefined) onOpen(week);
  };
  const quiet = { isAnimationActive: false } as const;
  return (
    <ResponsiveContainer width="100%" height={height}>
      <ComposedChart
        data={[...weeks]}
        margin={{ top: 18, right: 8, bottom: 2, left: 8 }}
        accessibilityLayer={false}
        barCategoryGap={1.5}
        onClick={({ activeTooltipIndex }) => openAt(activeTooltipIndex)}
      >
        <Hatch />
        <CartesianGrid vertical={false} />
        <XAxis
          dataKey="week"
          reversed={isRtl}
          tickFormatter={dayShort}
          tickLine={false}
          axisLine={false}
          minTickGap={36}
          tick={{ className: 'figure-tick' }}
        />
        <YAxis
          orientation={isRtl ? 'right' : 'left'}
          width={34}
          allowDecimals={false}
          tickLine={false}
          axisLine={false}
          tickFormatter={number}
          tick={{ className: 'figure-tick' }}
        />
        <Tooltip isAnimationActive={false} cursor={{ className: 'figure-cursor' }} content={WeekTip} />
        <Area dataKey="bound" type="stepAfter" className="radar-band" stroke="none" {...quiet} />
        <Bar dataKey="count" shape={WeekBar} onClick={(_, index) => openAt(index)} {...quiet}>
          <LabelList
            position="top"
            valueAccessor={(_, index) => (weeks[index]?.is_raised ? number(weeks[index].count) : '')}
            className="radar-count"
          />
        </Bar>
        <Line dataKey="expected" className="radar-expected" dot={false} {...quiet} />
      </ComposedChart>
    </ResponsiveContainer>
  );
}

const Hatch = () => (
  <defs>
    <pattern
      id="radar-raised"
      width="6"
      height="6"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect width="6" height="6" className="bar-ground late" />
      <rect width="2" height="6" className="bar-line" />
    </pattern>
  </defs>
);

function WeekBar({ x, y, width, height, payload }: BarShapeProps) {
  const { is_raised: isRaised } = payload as AlarmWeek;
  const [start, length] = width < 0 ? [x + width, -width] : [x, width];
  return (
    <rect
      x={start}
      y={y}
      width={length}
      height={height}
      className={isRaised ? 'radar-bar raised' : 'radar-bar'}
      fill={isRaised ? 'url(#radar-raised)' : undefined}
    />
  );
}

interface WeekTipProps {
  active?: boolean;
  payload?: readonly { payload?: AlarmWeek }[];
}

function WeekTip({ active, payload }: WeekTipProps) {
  const { t } = useTranslation(['insight', 'radar']);
  const { date, number } = useStaffFormat();
  const week = payload?.[0]?.payload;
  if (active !== true || week === undefined) return null;
  return (
    <div className="week-tip figure-tip stack gap-1 rounded">
      <span className="small muted">{t('radar:weekOf', { day: date(week.week) })}</span>
      <span className="strong">
        {t('piecesHead')}: {number(week.count)}
      </span>
      {week.expected !== null && week.bound !== null && (
        <span className="small">
          {t('radar:tip', { expected: number(round(week.expected)), bound: number(week.bound) })}
        </span>
      )}
    </div>
  );
}

const round = (value: number): number => Math.round(10 * value) / 10;
