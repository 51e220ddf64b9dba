import { dashboardProjection } from '@atelier/application/dashboard/dashboard.projection.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { catchUp } from '@atelier/event-store/projections/catch-up.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import { asideOf, runAside } from './asides/aside.ts';
import { chooseParts, type Line } from './choose-parts.ts';
import type { Installation } from './installation.ts';
import { violations } from './invariants.ts';
import { release, withFault } from './parts/parking.ts';
import { forgetNewerRelease, newerRelease } from './parts/newer-release.ts';
import { tabs } from './parts/tabs.ts';
import { backup, runShortOfPartitions } from './parts/upkeep.ts';
import { scanBystander, takePieces } from './pieces.ts';
import { Stage } from './stage.ts';
import { Story, type Working } from './story.ts';

/** Schedules in which connections to the database break. */
const FAULTY_SHARE = 0.2;

export interface ScheduleResult {
  readonly seed: number;
  readonly parts: readonly string[];
  readonly violations: readonly string[];
  readonly trace: readonly string[];
}

/** Names of the parts that take part in the schedule of a seed, without running it. */
export function partsOf(installation: Installation, seed: number): readonly string[] {
  const aside = asideOf(seed);
  if (aside !== undefined) return [aside.name];
  return chooseParts(new Stage(installation, seed).scheduler).parts.map(({ actor }) => actor);
}

/** Runs the schedule of a seed, from its first step until nothing is left to do, and judges it. */
export async function runSchedule(installation: Installation, seed: number): Promise<ScheduleResult> {
  const aside = asideOf(seed);
  if (aside !== undefined) return runAside(installation, seed, aside);
  const stage = new Stage(installation, seed);
  const line = chooseParts(stage.scheduler);
  const { parts } = line;
  const story = new Story(await castFor(stage, line));
  let broken: readonly string[];
  try {
    story.begin(parts);
    await stage.scheduler.drive(() => story.isOver());
    broken = await violations(story.cast);
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    broken = [`${message}; ${story.state()}`, ...stage.troubles.map(String)];
  } finally {
    await stage.end();
    if (parts.includes(newerRelease))
      await forgetNewerRelease(installation, `item-${story.cast.newPiece.id}`);
  }
  return { seed, parts: parts.map(({ actor }) => actor), violations: broken, trace: stage.scheduler.trace };
}

/** Every schedule begins alike, whatever the one before it left: all folded, nothing set aside. */
async function tidyUp({ api, admin }: Installation): Promise<number> {
  await settleHorizon(api.world.pool, api.world.store);
  await admin.query('delete from parked_events; delete from live_tickets; select ensure_event_partitions()');
  await admin.query('delete from projection_runners; update projection_checkpoints set leader = null');
  return catchUp(api.world.readModels, api.world.store, dashboardProjection);
}

async function castFor(stage: Stage, line: Line): Promise<Working> {
  const { parts } = line;
  const { installation, scheduler } = stage;
  const deposited = await takePieces(installation, scheduler, 2 + Math.floor(scheduler.random() * 2));
  const [newPiece, ...pieces] = deposited;
  if (newPiece === undefined) throw new RangeError('nothing was deposited');
  const counterPieces = parts.includes(tabs) ? await takePieces(installation, scheduler, 2, ['PAR']) : [];
  if (line.isWatched) await scanBystander(installation, scheduler);
  const began = await tidyUp(installation);
  const poisoned = new Set<string>();
  if (parts.includes(backup)) await runShortOfPartitions(installation);
  if (parts.includes(release)) poisoned.add(`item-${scheduler.pick(pieces).id}`);
  const cast: Working = {
    stage,
    pieces,
    newPiece,
    counterPieces,
    trays: [],
    scannedUpTo: 0,
    registry: EVENT_REGISTRY,
    erased: new Set(),
    // A node of the next release cannot be begun again here.
    hasFaults: !parts.includes(newerRelease) && scheduler.chance(FAULTY_SHARE),
    apis: [],
    workers: [],
    screens: [],
    acknowledged: [],
    followed: new Map(),
    poisoned,
    projections: line.workers.length > 0 ? [withFault(dashboardProjection, poisoned)] : [],
    isWatched: line.isWatched,
    firstWorkers: line.workers,
    began,
    work: 0,
    target: () => Math.max(cast.scannedUpTo, ...cast.acknowledged.map(({ result }) => result.position)),
    isWorkDone: () => cast.work === 0,
  };
  return cast;
}
