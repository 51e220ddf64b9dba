import type { Part } from './cast.ts';
import type { Scheduler } from './lib/scheduler.ts';
import { erase, remark } from './parts/erasing.ts';
import { locks } from './parts/locks.ts';
import { apiKill, follower, workerKill } from './parts/machines.ts';
import { newerRelease, upgrade } from './parts/newer-release.ts';
import { release } from './parts/parking.ts';
import { person } from './parts/people.ts';
import { network, screen } from './parts/screens.ts';
import { tabs } from './parts/tabs.ts';
import { backup, rebuilding, secondRunner } from './parts/upkeep.ts';

/** Who takes part in a schedule. */
export interface Line {
  readonly parts: readonly Part[];
  /** Whether screens are open: only then do hubs run. */
  readonly isWatched: boolean;
  /** Workers that fold read models, of which one leads; none where only the log and the inline rows are looked at. */
  readonly workers: readonly string[];
}

/** What a schedule looks at: the log alone, what is folded from it, or what screens show of it. */
type Focus = 'log' | 'fold' | 'screens';

/** Shares by what they cost: a screen's schedule takes three times the steps of one that looks at the log alone. */
function chooseFocus(scheduler: Scheduler): Focus {
  const dice = scheduler.random();
  if (dice < 0.7) return 'log';
  return dice < 0.85 ? 'fold' : 'screens';
}

/** A few parts each time, so that each meets each, and none hides another; parts without a check are left out. */
export function chooseParts(scheduler: Scheduler): Line {
  const some = (share: number, ...parts: readonly Part[]): readonly Part[] =>
    scheduler.chance(share) ? parts : [];
  const focus = chooseFocus(scheduler);
  const isWatched = focus === 'screens';
  const isFolded = focus === 'fold' || (isWatched && scheduler.chance(0.4));
  const parts = [
    ...Array.from({ length: scheduler.pick([2, 2, 3]) }, (_, index) => person(index)),
    ...(isWatched ? screensOf(scheduler) : []),
    ...some(0.15, follower),
    ...some(0.15, remark, erase),
    ...some(0.02, backup),
    ...some(0.06, tabs),
    ...(isFolded
      ? [...some(0.1, secondRunner), ...workers(scheduler)]
      : [...some(0.3, apiKill), ...some(0.1, locks)]),
  ];
  return { parts, isWatched, workers: isFolded ? names(scheduler, parts) : [] };
}

const screensOf = (scheduler: Scheduler): readonly Part[] => [
  ...Array.from({ length: scheduler.pick([1, 1, 2]) }, (_, index) => screen(index)),
  ...(scheduler.chance(0.7) ? [network] : []),
];

/** What happens to nodes and read models, of which some cannot go together. */
function workers(scheduler: Scheduler): readonly Part[] {
  const dice = scheduler.random();
  if (dice < 0.1) return [apiKill];
  if (dice < 0.3) return [workerKill];
  if (dice < 0.6) return [release];
  if (dice < 0.75) return [release, workerKill];
  if (dice < 0.85) return [newerRelease, upgrade];
  if (dice < 0.87) return [rebuilding('dashboard')];
  if (dice < 0.89) return [rebuilding('item_row')];
  return [];
}

/** One worker leads; a second one waits where the first may be killed, and in some of the others. */
function names(scheduler: Scheduler, parts: readonly Part[]): readonly string[] {
  const areTwo = parts.includes(workerKill) || parts.includes(upgrade) || scheduler.chance(0.3);
  return areTwo ? ['worker-1', 'worker-2'] : ['worker-1'];
}
