import { Status } from '../../shared/status.ts';
import type { Episode } from './flow-model.ts';
import { seededNumbers } from './random.ts';

export interface TrueBench {
  readonly places: number;
  readonly meanHours: number;
  readonly perWeek: number;
  readonly weeks: number;
}

/** Pieces of a bench whose places are known, then of one without a limit: what a log of such a site would hold. */
export function episodesOfBench(
  { places, meanHours, perWeek, weeks }: TrueBench,
  seed = 7,
): readonly Episode[] {
  const random = seededNumbers(seed);
  const spread = () => meanHours * (0.4 + 1.2 * random());
  const free = Array.from({ length: places }, () => 0);
  let at = 0;
  const episodes: Episode[] = [];
  while (at < weeks * 168) {
    at += (-Math.log(1 - random()) * 168) / perWeek;
    const place = free.indexOf(Math.min(...free));
    const done = Math.max(at, free[place] ?? 0) + spread();
    free[place] = done;
    episodes.push([
      { stage: Status.RepairPolish, from: at, until: done },
      { stage: Status.RepairQC, from: done, until: done + 5 + 20 * random() },
    ]);
  }
  return episodes;
}
