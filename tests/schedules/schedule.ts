import { dashboardProjection } from '@atelier/store/dashboard/dashboard.projection.ts';
import { EVENT_REGISTRY } from '@atelier/store/event-registry.ts';
import { catchUp } from '@atelier/store/projections/catch-up.ts';
import { settleHorizon } from '@atelier/store/projections/testing.ts';
import type { Part } from './cast.ts';
import type { Installation } from './installation.ts';
import { violations } from './invariants.ts';
import { apiKill, follower, workerKill } from './parts/machines.ts';
import { release, withFault } from './parts/parking.ts';
import { erase, remark } from './parts/erasing.ts';
import { forgetNewerRelease, newerRelease, upgrade } from './parts/newer-release.ts';
import { tabs } from './parts/tabs.ts';
import { backup, rebuilding, runShortOfPartitions, secondRunner } from './parts/upkeep.ts';
import { person } from './parts/people.ts';
import { network, screen } from './parts/screens.ts';
import { depositPieces } from './pieces.ts';
import { Stage } from './stage.ts';
import { Story } from './story.ts';
import type { Working } from './story.ts';

/** Schedules in which connections to the database break. */
const FAULTY_SHARE = 0.2;

export interface ScheduleResult {
  readonly seed: number;
  readonly parts: readonly string[];
  readonly violations: readonly string[];
  readonly trace: readonly string[];
}

/** Runs the schedule of a seed, from its first step until nothing is left to do, and judges it. */
export async function runSchedule(installation: Installation, seed: number): Promise<ScheduleResult> {
  const stage = new Stage(installation, seed);
  const parts = chooseParts(stage);
  const story = new Story(await castFor(stage, parts));
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

/** Which parts take part: a few of them each time, so that each meets each, and none hides another. */
function chooseParts({ scheduler }: Stage): readonly Part[] {
  const people = Array.from({ length: 2 + Math.floor(scheduler.random() * 3) }, (_, index) => person(index));
  const screens = Array.from({ length: Math.floor(scheduler.random() * 3) }, (_, index) => screen(index));
  const some = (share: number, part: Part): readonly Part[] => (scheduler.chance(share) ? [part] : []);
  return [
    ...people,
    ...screens,
    ...(screens.length > 0 ? some(0.7, network) : []),
    ...some(0.2, follower),
    ...some(0.1, secondRunner),
    ...(scheduler.chance(0.15) ? [remark, erase] : []),
    ...some(0.03, backup),
    ...some(0.06, tabs),
    ...machines(scheduler),
  ];
}

/** What happens to nodes and read models, of which some cannot go together. */
function machines(scheduler: Stage['scheduler']): readonly Part[] {
  const dice = scheduler.random();
  if (dice < 0.2) return [apiKill];
  if (dice < 0.35) return [workerKill];
  if (dice < 0.5) return [release];
  if (dice < 0.6) return [release, workerKill];
  if (dice < 0.65) return [newerRelease, upgrade];
  if (dice < 0.67) return [rebuilding('dashboard')];
  if (dice < 0.69) return [rebuilding('item_row')];
  return [];
}

/** Every schedule begins alike, whatever the one before it left: all folded, nothing set aside. */
async function tidyUp({ api, admin }: Installation): Promise<number> {
  await settleHorizon(api.world.pool, api.world.store);
  await admin.query('delete from parked_events');
  await admin.query('select ensure_event_partitions()');
  return catchUp(api.world.projector, api.world.store, dashboardProjection);
}

async function castFor(stage: Stage, parts: readonly Part[]): Promise<Working> {
  const { installation, scheduler } = stage;
  const began = await tidyUp(installation);
  const deposited = await depositPieces(installation, scheduler, 2 + Math.floor(scheduler.random() * 2));
  const [newPiece, ...pieces] = deposited;
  if (newPiece === undefined) throw new RangeError('nothing was deposited');
  const counterPieces = parts.includes(tabs) ? await depositPieces(installation, scheduler, 2, ['PAR']) : [];
  await settleHorizon(installation.api.world.pool, installation.api.world.store);
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
    projections: [withFault(dashboardProjection, poisoned)],
    began,
    work: 0,
    target: () => Math.max(cast.scannedUpTo, ...cast.acknowledged.map(({ result }) => result.position)),
    isWorkDone: () => cast.work === 0,
  };
  return cast;
}
