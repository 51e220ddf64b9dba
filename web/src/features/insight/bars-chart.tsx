import { useTranslation } from 'react-i18next';
import {
  Bar as Bars,
  BarChart,
  LabelList,
  ResponsiveContainer,
  XAxis,
  YAxis,
  type BarShapeProps,
} from 'recharts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import type { Bar, BarsProps } from './bar.ts';

const NAME_WIDTH = 118;
/** Room for what stands at the ends of the bars. */
const ENDS = 60;

/** Bars across with their names before them; each opens its pieces. Mirrored where text runs from the right. */
export function BarsChart({ label, bars, height, onOpen }: BarsProps & { height: number }) {
  const { i18n } = useTranslation();
  const { number } = useStaffFormat();
  const isRtl = i18n.dir() === 'rtl';
  const most = Math.max(1, ...bars.flatMap(({ value, mark }) => [value, mark ?? 0]));
  const summary = `${label}: ${bars.map(({ name, value, end }) => `${name} ${end ?? number(value)}`).join(', ')}`;
  return (
    <div role="img" aria-label={summary}>
      <ResponsiveContainer width="100%" height={height}>
        <BarChart
          layout="vertical"
          data={[...bars]}
          margin={{ top: 4, right: isRtl ? 4 : ENDS, bottom: 4, left: isRtl ? ENDS : 4 }}
          accessibilityLayer={false}
          barCategoryGap={5}
        >
          <Hatches />
          <XAxis type="number" hide domain={[0, most]} reversed={isRtl} />
          <YAxis
            type="category"
            dataKey="name"
            orientation={isRtl ? 'right' : 'left'}
            width={NAME_WIDTH}
            tickLine={false}
            axisLine={false}
            interval={0}
            tick={{ className: 'figure-name' }}
          />
          <Bars
            dataKey="value"
            isAnimationActive={false}
            shape={barShape(bars, most, onOpen !== undefined)}
            {...(onOpen && { onClick: (_: unknown, index: number) => onOpen(index) })}
          >
            <LabelList
              // A mirrored bar has a negative width: its right is where it ends.
              position="right"
              valueAccessor={(_, index) => bars[index]?.end ?? number(bars[index]?.value ?? 0)}
              className="figure-end"
            />
          </Bars>
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

/** Late and over are hatched, so that they differ without colour. */
const Hatches = () => (
  <defs>
    {(['late', 'over'] as const).map((tone) => (
      <pattern
        key={tone}
        id={`bar-${tone}`}
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform={`rotate(${tone === 'late' ? 45 : 135})`}
      >
        <rect width="6" height="6" className={`bar-ground ${tone}`} />
        <rect width="2" height="6" className="bar-line" />
      </pattern>
    ))}
  </defs>
);

const barShape = (bars: readonly Bar[], most: number, opens: boolean) => (bar: BarShapeProps) => (
  <BarShape bar={bar} of={bars[bar.index]} most={most} opens={opens} />
);

interface BarShapeOf {
  readonly bar: Pick<BarShapeProps, 'x' | 'y' | 'width' | 'height'>;
  readonly of: Bar | undefined;
  readonly most: number;
  readonly opens: boolean;
}

function BarShape({ bar: { x, y, width, height }, of, most, opens }: BarShapeOf) {
  if (of === undefined) return null;
  const [start, length] = width < 0 ? [x + width, -width] : [x, width];
  const perUnit = of.value === 0 ? 0 : width / of.value;
  const isHatched = of.tone === 'late' || of.tone === 'over';
  const tick = of.mark === null || of.value === 0 ? null : x + perUnit * Math.min(of.mark, most);
  return (
    <g className={opens ? 'bar-open' : undefined}>
      <rect
        x={start}
        y={y}
        width={length}
        height={height}
        rx={2}
        className={`bar ${of.tone}`}
        fill={isHatched ? `url(#bar-${of.tone})` : undefined}
      />
      {tick !== null && <rect x={tick - 1} y={y - 2} width={2} height={height + 4} className="bar-tick" />}
    </g>
  );
}
