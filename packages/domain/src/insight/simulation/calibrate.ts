import {
  cameAt,
  hourOfWeek,
  leftAt,
  type Episode,
  type FlowModel,
  type Life,
  type StagePlaces,
  type Visit,
} from './flow-model.ts';
import { TimeQueue } from './time-queue.ts';

/** Visits of a stage before anything is said about its places. */
const LEAST_VISITS = 100;
/** How many standard errors the effect of a fuller bench must be above none. */
const LEAST_T = 4;

/** A visit that ended. */
type Ended = Visit & { readonly until: number };
const isEnded = (visit: Visit): visit is Ended => visit.until !== null;

/** Called between the stages, so that other work goes on in the process. */
export type Rest = () => Promise<unknown>;
export const noRest: Rest = () => Promise.resolve();

interface Learnt {
  readonly stages: readonly StagePlaces[];
  readonly lives: readonly Life[];
}

/**
 * How many places each stage has, and how long pieces are worked on there: what remains of a stay once the wait for a place
 * is taken off. Pieces that are still there say how full the benches are, and lead no life to repeat.
 */
export async function learn(episodes: readonly Episode[], rest: Rest = noRest): Promise<Learnt> {
  const visits = Map.groupBy(episodes.flat(), ({ stage }) => stage);
  const stages: StagePlaces[] = [];
  for (const [stage, list] of visits) {
    stages.push({ stage, places: placesOf(list) });
    await rest();
  }
  const work = new Map(stages.flatMap(({ stage, places }) => [...workOf(visits.get(stage) ?? [], places)]));
  return { stages, lives: livesOf(episodes, work) };
}

const livesOf = (episodes: readonly Episode[], work: ReadonlyMap<Visit, number>): readonly Life[] =>
  episodes
    .filter((episode) => leftAt(episode) !== null)
    .map((episode) => ({
      hour: hourOfWeek(cameAt(episode)),
      steps: episode.flatMap((visit) => [visit.stage, inTenths(work.get(visit) ?? 0)]),
    }))
    .toSorted((a, b) => a.hour - b.hour);

const inTenths = (hours: number): number => Math.round(10 * hours) / 10;

/**
 * A full bench shows: pieces that find more of others there stay longer. Their work takes no longer for it, so the right number
 * of places is the one that leaves no slope once the waits for a place are taken off: too few of them leave a falling one, too
 * many a rising one. Without a clear slope to begin with there is no limit.
 */
function placesOf(visits: readonly Visit[]): number | null {
  if (visits.filter(isEnded).length < LEAST_VISITS) return null;
  const found = standingAt(visits);
  const most = Math.max(...found.values()) + 1;
  const slopeAt = (places: number): number => slopeOfWork(visits, places, found);
  if (slopeAt(most) < LEAST_T) return null;
  let [few, many] = [0, most];
  while (many - few > 1) {
    const between = (few + many) >> 1;
    if (slopeAt(between) < 0) few = between;
    else many = between;
  }
  return few > 0 && Math.abs(slopeAt(few)) < Math.abs(slopeAt(many)) ? few : many;
}

/** The slope of work over the pieces that were found there, in standard errors. */
function slopeOfWork(visits: readonly Visit[], places: number, found: ReadonlyMap<number, number>): number {
  const points = [...workOf(visits, places)].map(
    ([{ from }, hours]) => [found.get(from) ?? 0, hours] as const,
  );
  return steepnessOf(points);
}

/** How many stood there just before each moment at which one came. */
function standingAt(visits: readonly Visit[]): ReadonlyMap<number, number> {
  const ends = new TimeQueue();
  const found = new Map<number, number>();
  let standing = 0;
  for (const { from, until } of visits.toSorted((a, b) => a.from - b.from)) {
    for (; ends.next <= from; ends.take()) standing -= 1;
    found.set(from, standing);
    standing += 1;
    if (until !== null) ends.add(until, 0);
  }
  return found;
}

/** The slope of the straight line by least squares, in standard errors; 0 where all points have one x. */
function steepnessOf(points: readonly (readonly [x: number, y: number])[]): number {
  const n = points.length;
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / n;
  const [mx, my] = [mean(([x]) => x), mean(([, y]) => y)];
  const xx = points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
  const xy = points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0);
  if (xx === 0 || n < 3) return 0;
  const slope = xy / xx;
  const rest = points.reduce((sum, [x, y]) => sum + (y - my - slope * (x - mx)) ** 2, 0);
  return slope / Math.sqrt(rest / (n - 2) / xx);
}

/** Hours of work: in the order in which they came, from when a place falls free until the piece leaves. */
function workOf(visits: readonly Visit[], places: number | null): ReadonlyMap<Visit, number> {
  const taken = new TimeQueue();
  const work = new Map<Visit, number>();
  for (const visit of visits.toSorted((a, b) => a.from - b.from)) {
    const isFull = places !== null && taken.size >= places;
    const begun = isFull ? Math.max(visit.from, taken.next) : visit.from;
    if (isFull) taken.take();
    taken.add(visit.until ?? Number.POSITIVE_INFINITY, 0);
    if (visit.until !== null) work.set(visit, visit.until - Math.min(begun, visit.until));
  }
  return work;
}

/** How pieces come: the sizes of what came at one moment, and their shares by hour of the week (UTC, Monday first). */
export function comingsOf(episodes: readonly Episode[]): Pick<FlowModel, 'parcels' | 'hours'> {
  const parcels = Map.groupBy(episodes, cameAt);
  const counts = Array.from({ length: 168 }, () => 0);
  for (const at of parcels.keys()) {
    const hour = hourOfWeek(at);
    counts[hour] = (counts[hour] ?? 0) + 1;
  }
  const hours = counts.map((count) => count / Math.max(1, parcels.size));
  return { parcels: [...parcels.values()].map(({ length }) => length), hours };
}
