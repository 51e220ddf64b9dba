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
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { latenessOf, type Lateness } from './bands.ts';
import type { Stage } from './flow-queries.ts';
import type { FlowProps } from './flow-props.ts';

/** Days at which the axis is marked: each step twice as far, so that the first hours and the third week are both seen. */
const TICKS = [0, 1, 2, 4, 8, 16] as const;
const placeOf = (days: number): number => Math.log2(1 + Math.min(days, 20));
const NAME_WIDTH = 176;

interface Mark {
  readonly x: number;
  readonly y: number;
  readonly itemId: number;
  readonly rmaId: number;
  readonly lateness: Lateness;
}

/** Marks above each other in one cell of an age; more stand in a second column, half a cell on. */
const IN_COLUMN = 7;
const CELLS = 14;

/** Pieces of one stage that would lie on each other are set above and below its line. */
function marksOf(stages: readonly Stage[]): Mark[] {
  return stages.flatMap(({ pieces, target_hours }, row) => {
    const taken = new Map<number, number>();
    return pieces.map(({ item_id, rma_id, seconds }) => {
      const x = placeOf(seconds / 86_400);
      const cell = Math.round(x * CELLS);
      const before = taken.get(cell) ?? 0;
      taken.set(cell, before + 1);
      const inColumn = before % IN_COLUMN;
      const side = inColumn % 2 === 0 ? 1 : -1;
      const shift = 0.13 * Math.ceil(inColumn / 2) * side;
      return {
        x: x + (before % (2 * IN_COLUMN) < IN_COLUMN ? 0 : 0.5 / CELLS),
        y: row + shift,
        itemId: item_id,
        rmaId: rma_id,
        lateness: latenessOf(seconds, target_hours),
      };
    });
  });
}

interface StageAgesChartProps {
  readonly stages: readonly Stage[];
  readonly height: number;
  readonly onOpen: FlowProps['openPiece'];
}

/** A row per stage; a piece lies at its age. Mirrored where text runs from the right. */
export function StageAgesChart({ stages, height, onOpen }: StageAgesChartProps) {
  const { t, i18n } = useTranslation('status');
  const { number } = useStaffFormat();
  const isRtl = i18n.dir() === 'rtl';
  const names = stages.map(({ rma_status_id, count, wip_limit }) => {
    const limit = wip_limit === null ? '' : ` / ${number(wip_limit)}`;
    return `${t(`name.${rma_status_id}`)}  ${number(count)}${limit}`;
  });
  return (
    <ResponsiveContainer width="100%" height={height}>
      <ScatterChart margin={{ top: 4, right: 14, bottom: 2, left: 14 }} accessibilityLayer={false}>
        <XAxis
          type="number"
          dataKey="x"
          orientation="top"
          reversed={isRtl}
          domain={[0, placeOf(20)]}
          ticks={TICKS.map(placeOf)}
          tickFormatter={(place: number) => number(Math.round(2 ** place - 1))}
          tickLine={false}
          axisLine={false}
          tick={{ className: 'figure-tick' }}
        />
        <YAxis
          type="number"
          dataKey="y"
          reversed
          orientation={isRtl ? 'right' : 'left'}
          width={NAME_WIDTH}
          domain={[-0.5, stages.length - 0.5]}
          ticks={stages.map((_, row) => row)}
          interval={0}
          tickFormatter={(row: number) => names[row] ?? ''}
          tickLine={false}
          axisLine={false}
          tick={{ className: 'figure-name' }}
        />
        {stages.map(({ rma_status_id, target_hours }, row) =>
          target_hours === null ? null : (
            <ReferenceLine
              key={rma_status_id}
              className="age-target"
              segment={[
                { x: placeOf(target_hours / 24), y: row - 0.42 },
                { x: placeOf(target_hours / 24), y: row + 0.42 },
              ]}
            />
          ),
        )}
        <Scatter
          data={marksOf(stages)}
          isAnimationActive={false}
          shape={PieceMark}
          onClick={(mark: { payload?: Mark }) => mark.payload && onOpen(mark.payload)}
        />
      </ScatterChart>
    </ResponsiveContainer>
  );
}

const RADIUS = 4;

/** Shape and colour say the same: ring, disc, diamond, square. */
function PieceMark({ cx = 0, cy = 0, payload }: ScatterShapeProps) {
  const { lateness } = payload as Mark;
  const className = `age-mark ${lateness}`;
  if (lateness === 'late') return <path className={className} d={`M${cx},${cy - 5}l5,5l-5,5l-5,-5z`} />;
  if (lateness === 'over')
    return (
      <rect className={className} x={cx - RADIUS} y={cy - RADIUS} width={2 * RADIUS} height={2 * RADIUS} />
    );
  return <circle className={className} cx={cx} cy={cy} r={RADIUS} />;
}
