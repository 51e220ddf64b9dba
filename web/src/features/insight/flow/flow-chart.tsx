import { useTranslation } from 'react-i18next';
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { BANDS, type FlowDay } from './bands.ts';

/** Bands of stages above what is done; time runs the way the language is read. */
export function FlowChart({ rows, height }: { rows: readonly FlowDay[]; height: number }) {
  const { i18n } = useTranslation();
  const { dayShort, number } = useStaffFormat();
  const isRtl = i18n.dir() === 'rtl';
  const area = { stackId: 'flow', type: 'monotone', isAnimationActive: false, dot: false } as const;
  return (
    <ResponsiveContainer width="100%" height={height}>
      <AreaChart
        data={[...rows]}
        margin={{ top: 8, right: 8, bottom: 2, left: 4 }}
        accessibilityLayer={false}
      >
        <defs>
          <pattern
            id="band-plating"
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="5" height="5" className="band-ground" />
            <rect width="2" height="5" className="band-line" />
          </pattern>
        </defs>
        <CartesianGrid vertical={false} />
        <XAxis
          dataKey="day"
          reversed={isRtl}
          tickFormatter={dayShort}
          tickLine={false}
          axisLine={false}
          minTickGap={36}
          tick={{ className: 'figure-tick' }}
        />
        <YAxis
          orientation={isRtl ? 'right' : 'left'}
          width={40}
          interval={0}
          tickLine={false}
          axisLine={false}
          tickFormatter={number}
          tick={{ className: 'figure-tick' }}
        />
        <Tooltip isAnimationActive={false} cursor={{ className: 'figure-cursor' }} content={DayTip} />
        <Area dataKey="done" className="flow-band done" {...area} />
        {BANDS.toReversed().map(({ name }) => (
          <Area key={name} dataKey={name} className={`flow-band ${name}`} {...area} />
        ))}
      </AreaChart>
    </ResponsiveContainer>
  );
}

interface DayTipProps {
  active?: boolean;
  payload?: readonly { payload?: FlowDay }[];
}

function DayTip({ active, payload }: DayTipProps) {
  const { t } = useTranslation('insight');
  const { date, number } = useStaffFormat();
  const row = payload?.[0]?.payload;
  if (active !== true || row === undefined) return null;
  return (
    <div className="week-tip figure-tip stack gap-1 rounded small">
      <span className="muted">{date(row.day)}</span>
      {BANDS.map(({ name }) => (
        <span key={name}>
          {t(`flow.band.${name}`)}: <b className="num">{number(row[name])}</b>
        </span>
      ))}
      <span>
        {t('flow.cfd.done')}: <b className="num">{number(row.done)}</b>
      </span>
    </div>
  );
}
