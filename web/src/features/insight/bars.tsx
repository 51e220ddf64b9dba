import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { ROW_HEIGHT, type BarsProps } from './bar.ts';
import { ChartBox } from './chart-box.tsx';

const Chart = lazyPart(() => import('./bars-chart.tsx'), 'BarsChart');

/** Bars across with their names before them; each opens its pieces. */
export function Bars(props: BarsProps) {
  const height = props.bars.length * ROW_HEIGHT + 8;
  return (
    <ChartBox height={height}>
      <Chart {...props} height={height} />
    </ChartBox>
  );
}
