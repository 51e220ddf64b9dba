import { DAY_MS, HOUR_MS } from '@atelier/domain/kernel.ts';
import type { Random } from '../reference/random.ts';
import { dwell, hours, queue } from './durations.ts';
import { earlierAtWork, laterAtWork } from './hours.ts';
import type { Stop } from './itinerary.ts';
import { arrivalOf, departureAfter, departureBefore, type Lanes } from './lanes.ts';
import type { Visit } from './plan.ts';
import { BENCH_STATUSES, Status } from '@atelier/domain/shared/status.ts';

/** What a package needs to be packed before it leaves. */
export const PACKING_MS = 2.5 * HOUR_MS;

/**
 * Times for a way whose end is known, counted back from it: a piece that has been polished for five hours was checked
 * before, and deposited before that. `endAt` is when it entered the last stop.
 */
export function timedBack(
  stops: readonly Stop[],
  endAt: number,
  lanes: Lanes,
  random: Random,
): readonly Visit[] {
  const visits: Visit[] = [];
  let next: Visit | undefined;
  for (const stop of stops.toReversed()) {
    next = { ...stop, at: next === undefined ? endAt : timeBefore(stop, next, lanes, random) };
    visits.unshift(next);
  }
  return visits;
}

function timeBefore(stop: Stop, next: Visit, lanes: Lanes, random: Random): number {
  if (stop.status === Status.MCToCN) {
    const lane = lanes.transfer(stop.site, next.site);
    return departureBefore(lane, next.at - lane.shortest);
  }
  // Waiting at the warehouse is waiting for the next departure.
  const stay =
    next.status === Status.MCToCN
      ? PACKING_MS + hours(random, 1, 20)
      : dwell(stop.status, random) + wait(stop, next, random);
  return earlierAtWork(next.at - stay, stop.site.time_zone);
}

const PATIENCE = 30 * DAY_MS;

/** Between the last check and the first bench. */
function wait(stop: Stop, next: Stop, random: Random, most = PATIENCE): number {
  return !BENCH_STATUSES.includes(stop.status) && BENCH_STATUSES.includes(next.status)
    ? queue(random, most)
    : 0;
}

/** Times for a way that begins with its receipt at `startAt`, counted forward. */
export function timedOn(
  stops: readonly Stop[],
  startAt: number,
  lanes: Lanes,
  random: Random,
  patience = PATIENCE,
): readonly Visit[] {
  const visits: Visit[] = [];
  for (const [index, stop] of stops.entries()) {
    const before = visits.at(-1);
    if (before === undefined) visits.push({ ...stop, at: startAt });
    else if (stop.status === Status.MCToCN)
      visits.push({ ...stop, at: forwarding(before, stops[index + 1], lanes, random) });
    else if (before.status === Status.MCToCN)
      visits.push({ ...stop, at: arrivalOf(lanes.transfer(before.site, stop.site), before.at, random) });
    else visits.push({ ...stop, at: timeAfter(before, stop, random, patience) });
  }
  return visits;
}

function forwarding(before: Visit, next: Stop | undefined, lanes: Lanes, random: Random): number {
  if (next === undefined) throw new Error('forwarded to nowhere');
  return departureAfter(
    lanes.transfer(before.site, next.site),
    before.at + PACKING_MS + hours(random, 1, 20),
  );
}

function timeAfter(before: Visit, stop: Stop, random: Random, patience: number): number {
  const stay = dwell(before.status, random) + wait(before, stop, random, patience);
  return laterAtWork(before.at + stay, stop.site.time_zone);
}
