import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, Pause, Play, SkipForward } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton, Button } from '@atelier/ui/controls/button.tsx';
import { Select } from '@atelier/ui/controls/select.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import type { ReplayEvent } from './queries.ts';
import { useMoments } from './use-moments.ts';
import { SPEEDS, type Player } from './use-player.ts';
import { useState } from 'react';
import { fieldOf, instantOf } from '../../lib/time/moment-field.ts';
import { TextField } from '@atelier/ui/controls/text-field.tsx';

interface PlayerBarProps {
  readonly events: readonly ReplayEvent[];
  readonly place: number;
  readonly player: Player;
  readonly goTo: (place: number) => void;
  readonly hasMore: boolean;
  readonly onTime: (at: string) => void;
}

/** Play, step, scrub and jump, with the keys that do the same. */
export function PlayerBar({ events, place, player, goTo, hasMore, onTime }: PlayerBarProps) {
  const { t } = useTranslation('replay');
  const format = useStaffFormat();
  const step = t('step', {
    step: format.number(place + 1),
    total: `${format.number(events.length)}${hasMore ? '+' : ''}`,
  });
  const at = useMoments().dateTime(events[place]?.at ?? '');
  return (
    <div className="replay-bar span-all flex wrap middle" role="group" aria-label={t('controls')}>
      <Buttons player={player} />
      <input
        type="range"
        className="replay-range"
        min={0}
        max={Math.max(0, events.length - 1)}
        value={place}
        aria-label={t('position')}
        aria-valuetext={`${step}, ${at}`}
        onChange={(event) => goTo(Number(event.target.value))}
        data-testid="replay-range"
      />
      <span className="num" data-testid="replay-step">
        {step}
      </span>
      <Select
        label={t('speed')}
        hideLabel
        value={player.speed}
        options={SPEEDS.map((value) => ({ value, label: `× ${format.number(value)}` }))}
        onChange={(event) => player.setSpeed(Number(event.target.value))}
        testId="replay-speed"
      />
      <TimeForm at={events[place]?.at ?? ''} onTime={onTime} />
      <p className="small muted replay-keys">{t('keys')}</p>
    </div>
  );
}

function Buttons({ player: { isPlaying, press } }: Pick<PlayerBarProps, 'player'>) {
  const { t } = useTranslation('replay');
  const toggle = isPlaying ? (
    <Pause aria-hidden size={18} />
  ) : (
    <Play aria-hidden size={18} className="flips" />
  );
  return (
    <span className="row">
      <IconButton
        icon={<ChevronFirst aria-hidden size={18} className="flips" />}
        label={t('first')}
        onClick={() => press('first')}
      />
      <IconButton
        icon={<ChevronLeft aria-hidden size={18} className="flips" />}
        label={t('back')}
        onClick={() => press('back')}
      />
      <IconButton
        icon={toggle}
        label={t(isPlaying ? 'pause' : 'play')}
        onClick={() => press('play')}
        testId="replay-play"
      />
      <IconButton
        icon={<ChevronRight aria-hidden size={18} className="flips" />}
        label={t('on')}
        onClick={() => press('on')}
      />
      <IconButton
        icon={<ChevronLast aria-hidden size={18} className="flips" />}
        label={t('last')}
        onClick={() => press('last')}
      />
      <IconButton
        icon={<SkipForward aria-hidden size={18} className="flips" />}
        label={t('next')}
        onClick={() => press('next')}
      />
    </span>
  );
}

interface TimeFormProps {
  /** The moment on screen. */
  readonly at: string;
  readonly onTime: (at: string) => void;
}

/** Goes to the last event up to a time that is typed. */
function TimeForm({ at, onTime }: TimeFormProps) {
  const { t } = useTranslation('replay');
  const { zone } = useMoments();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = at === '' ? '' : fieldOf(at, zone);
  return (
    <form
      className="flex wrap at-end gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        const instant = instantOf(typed ?? shown, zone);
        if (instant !== null) onTime(instant);
        setTyped(null);
      }}
    >
      <TextField
        label={t('time')}
        aside={zone}
        type="datetime-local"
        step={1}
        value={typed ?? shown}
        onChange={(event) => setTyped(event.target.value)}
        testId="replay-time"
      />
      <Button type="submit">{t('goToTime')}</Button>
    </form>
  );
}
