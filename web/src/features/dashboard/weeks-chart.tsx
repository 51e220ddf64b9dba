import { useTranslation } from 'react-i18next';
import { type BarShapeProps, Bar, BarChart, ResponsiveContainer, Tooltip, XAxis } from 'recharts';
import type { WeekRow } from './queries.ts';

const HEIGHT = 152;
const RADIUS = 3;

/** A bar with its upper corners rounded; the week that is not over yet is hatched. */
function WeekBar({
  x,
  y,
  width,
  height,
  isLast,
}: Pick<BarShapeProps, 'x' | 'y' | 'width' | 'height'> & { isLast: boolean }) {
  if (height <= 0) return null;
  const corner = Math.min(RADIUS, height, width / 2);
  const path = `M${x},${y + height}V${y + corner}q0,${-corner} ${corner},${-corner}h${width - 2 * corner}q${corner},0 ${corner},${corner}V${y + height}Z`;
  return (
    <path
      d={path}
      className={isLast ? 'week-bar now' : 'week-bar'}
      fill={isLast ? 'url(#week-hatch)' : undefined}
    />
  );
}

const barShape = (last: number) => (bar: BarShapeProps) => (
  <WeekBar x={bar.x} y={bar.y} width={bar.width} height={bar.height} isLast={bar.index === last} />
);

/** Created per week; time runs the way the language is read. Loaded on demand: recharts is the largest thing here. */
export function WeeksChart({ rows }: { rows: readonly WeekRow[] }) {
  const { i18n } = useTranslation();
  const isRtl = i18n.dir() === 'rtl';
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <BarChart
        data={[...rows]}
        margin={{ top: 8, right: 14, bottom: 4, left: 14 }}
        barCategoryGap={3}
        accessibilityLayer={false}
      >
        <defs>
          <pattern
            id="week-hatch"
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="3" height="6" className="week-bar" />
          </pattern>
        </defs>
        <XAxis
          dataKey="CreateWeek"
          reversed={isRtl}
          tickLine={false}
          axisLine={false}
          interval={0}
          tick={{ className: 'week-tick' }}
        />
        <Tooltip cursor={{ className: 'week-cursor' }} isAnimationActive={false} content={WeekTip} />
        <Bar dataKey="total" isAnimationActive={false} shape={barShape(rows.length - 1)} />
      </BarChart>
    </ResponsiveContainer>
  );
}

interface WeekTipProps {
  active?: boolean;
  payload?: readonly { payload?: WeekRow }[];
}

function WeekTip({ active, payload }: WeekTipProps) {
  const { t } = useTranslation('dashboard');
  const row = payload?.[0]?.payload;
  if (active !== true || row === undefined) return null;
  return (
    <div className="week-tip stack gap-1 rounded">
      <span className="small muted">
        <bdi>{row.label}</bdi>
      </span>
      <span className="strong">{t('weeks.pieces', { count: row.total })}</span>
    </div>
  );
}
