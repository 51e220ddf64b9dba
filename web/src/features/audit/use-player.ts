import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReplayEvent } from './queries.ts';
import { nextOfKind, replayKey, type ReplayKey } from './replay-state.ts';

export const SPEEDS = [0.5, 1, 2, 4, 8] as const;
const STEP_MS = 1_200;

export interface Player {
  readonly isPlaying: boolean;
  readonly speed: number;
  readonly setSpeed: (speed: number) => void;
  readonly press: (key: ReplayKey) => void;
}

/** Plays, steps and jumps; by buttons and, outside fields, by keys. */
export function usePlayer(
  events: readonly ReplayEvent[],
  place: number,
  goTo: (place: number) => void,
  goToEnd: () => void,
): Player {
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const last = events.length - 1;
  const press = useCallback(
    (key: ReplayKey) => {
      if (key === 'last') goToEnd();
      setPlaying((playing) => key === 'play' && !playing && place < last);
      const next = { play: place, first: 0, last, on: place + 1, back: place - 1 };
      const to = key === 'next' ? (nextOfKind(events, place) ?? place) : next[key];
      if (key !== 'last' && to !== place) goTo(Math.max(0, Math.min(last, to)));
    },
    [events, place, last, goTo, goToEnd],
  );
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setTimeout(() => {
      if (place < last) goTo(place + 1);
      else setPlaying(false);
    }, STEP_MS / speed);
    return () => clearTimeout(timer);
  }, [isPlaying, speed, place, last, goTo]);
  useKeys(press);
  return { isPlaying, speed, setSpeed, press };
}

/** Elements in which keys have another meaning. */
const OWN_KEYS = 'input, select, textarea, button, a, [role="dialog"]';

function useKeys(press: (key: ReplayKey) => void): void {
  const isRtl = useTranslation().i18n.dir() === 'rtl';
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const key = replayKey(event.key, isRtl);
      if (key === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(OWN_KEYS) !== null && key === 'play')
        return;
      if (event.target instanceof Element && event.target.closest('input, select, textarea') !== null) return;
      event.preventDefault();
      press(key);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [press, isRtl]);
}
