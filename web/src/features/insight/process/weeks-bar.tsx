import type { Period } from '@atelier/domain/insight/periods.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { Process } from './process-queries.ts';
import { played, startOfPlay, withEnd, type WeekWindow } from './weeks.ts';

interface WeeksBarProps {
  readonly weeks: readonly Period[];
  /** Moves of the whole period by the Monday of their week. */
  readonly moves: Process['weeks'];
  readonly shown: WeekWindow;
  readonly show: (shown: WeekWindow) => void;
}

/** The weeks of the period; two ends choose which of them the map counts, and play moves both a week at a time. */
export function WeeksBar({ weeks, moves, shown, show }: WeeksBarProps) {
  const { t } = useTranslation('insight');
  const { date } = useStaffFormat();
  const player = usePlayer(weeks.length, shown, show);
  const [from, to] = [weeks[shown.first]?.from, weeks[shown.last]?.to];
  return (
    <Panel className="figure process-weeks" testId="process-weeks" title={t('process.weeks')}>
      <div className="process-time flex middle wrap">
        <Button
          icon={
            player.isPlaying ? (
              <Pause aria-hidden size={15} />
            ) : (
              <Play aria-hidden size={15} className="flips" />
            )
          }
          onClick={player.toggle}
          disabled={weeks.length < 2}
          testId="process-play"
        >
          {t(player.isPlaying ? 'process.pause' : 'process.play')}
        </Button>
        <div className="process-slider">
          <Bars weeks={weeks} moves={moves} shown={shown} />
          <End end="first" {...{ weeks, shown, show }} />
          <End end="last" {...{ weeks, shown, show }} />
        </div>
        <div className="process-span stack gap-0 small">
          <b className="num" data-testid="process-span">
            {from !== undefined && to !== undefined && t('process.span', { from: date(from), to: date(to) })}
          </b>
          <span className="muted">{t('process.hint')}</span>
        </div>
      </div>
    </Panel>
  );
}

/** Each week's moves belong to its Monday, also where the period begins later in the week. */
function Bars({ weeks, moves, shown }: Omit<WeeksBarProps, 'show'>) {
  const most = Math.max(1, ...moves.map((week) => week.moves));
  const of = ({ to }: Period) => moves.findLast(({ week }) => week <= to);
  return (
    <div className="process-bars" aria-hidden>
      {weeks.map((week, index) => {
        const found = of(week);
        const isIts = found !== undefined && Date.parse(week.to) - Date.parse(found.week) < 7 * 86_400_000;
        const isShown = index >= shown.first && index <= shown.last;
        return (
          <span
            key={week.from}
            className={isShown ? 'shown' : undefined}
            style={{ blockSize: `${isIts ? (100 * found.moves) / most : 0}%` }}
          />
        );
      })}
    </div>
  );
}

interface EndProps extends Omit<WeeksBarProps, 'moves'> {
  readonly end: 'first' | 'last';
}

function End({ end, weeks, shown, show }: EndProps) {
  const { t } = useTranslation('insight');
  const { date } = useStaffFormat();
  const at = weeks[shown[end]];
  return (
    <input
      type="range"
      className={`process-end-input ${end}`}
      min={0}
      max={Math.max(1, weeks.length - 1)}
      disabled={weeks.length < 2}
      value={shown[end]}
      aria-label={t(end === 'first' ? 'process.firstWeek' : 'process.lastWeek')}
      aria-valuetext={at === undefined ? '' : date(end === 'first' ? at.from : at.to)}
      onChange={(event) => show(withEnd(shown, end, Number(event.target.value)))}
      data-testid={`process-${end}`}
    />
  );
}

const WEEK_LASTS_MS = 1_500;

function usePlayer(count: number, shown: WeekWindow, show: WeeksBarProps['show']) {
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setTimeout(() => {
      const next = played(shown, count);
      if (next === null) setPlaying(false);
      else show(next);
    }, WEEK_LASTS_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, shown, count, show]);
  const toggle = () => {
    if (!isPlaying) show(startOfPlay(shown, count));
    setPlaying(!isPlaying);
  };
  return { isPlaying, toggle };
}
