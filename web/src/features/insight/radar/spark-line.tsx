import { useTranslation } from 'react-i18next';
import { movedBy } from '@atelier/domain/insight/periods.ts';
import type { Alarm } from './radar-queries.ts';

const [WIDTH, HEIGHT, TOP] = [96, 34, 8];

/** The last year of a series, with a triangle over each week that raised the alarm. Mirrored where text runs from the right. */
export function SparkLine({ alarm }: { alarm: Alarm }) {
  const isRtl = useTranslation().i18n.dir() === 'rtl';
  const { counts, counts_from: from, raised, bound } = alarm;
  const most = Math.max(1, bound, ...counts);
  const across = (index: number) => {
    const x = (WIDTH * index) / Math.max(1, counts.length - 1);
    return isRtl ? WIDTH - x : x;
  };
  const down = (count: number) => TOP + (HEIGHT - TOP) * (1 - count / most);
  const points = counts.map((count, index) => `${across(index).toFixed(1)},${down(count).toFixed(1)}`);
  const marks = counts.flatMap((count, index) =>
    raised.includes(movedBy({ from, to: from }, 7 * index).from) ? [{ count, index }] : [],
  );
  return (
    <svg className="spark" width={WIDTH} height={HEIGHT} viewBox={`-4 0 ${WIDTH + 8} ${HEIGHT}`} aria-hidden>
      <rect className="spark-band" x={0} y={down(bound)} width={WIDTH} height={HEIGHT - down(bound)} />
      <polyline className="spark-line" points={points.join(' ')} />
      {marks.map(({ count, index }) => (
        <path
          key={index}
          className="spark-mark"
          d={`M${across(index)},${Math.max(0, down(count) - 7)}l4,7l-8,0z`}
        />
      ))}
    </svg>
  );
}
