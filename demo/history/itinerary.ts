import type { Outcome } from '@atelier/domain/shared/item-facts.ts';
import { BENCH_STATUSES, Status, type StatusId } from '@atelier/domain/shared/status.ts';
import type { SiteRow } from '@atelier/application/reference/places.table.ts';
import type { Random } from '../reference/random.ts';
import { wayFor, type Fault } from './faults.ts';
import type { Visit } from './plan.ts';

/** A visit whose time is not known yet. */
export type Stop = Omit<Visit, 'at'>;

export interface Trip {
  readonly factory: SiteRow;
  /** Where the shop's package goes first: the factory itself, or the warehouse. */
  readonly first: SiteRow;
  readonly fault: Fault;
  readonly outcome: Outcome;
  /** Where the way stops; undefined = it goes through to 13. */
  readonly end?: Stop;
}

/** The stages a piece comes through, from its first receipt on (product/repair.md §2). */
export function itinerary(trip: Trip, random: Random): readonly Stop[] {
  const stops = [...arrival(trip, random), ...work(trip, random)];
  const { end } = trip;
  if (end === undefined) return stops;
  const isEnd = (stop: Stop) => stop.status === end.status && stop.site.id === end.site.id;
  // A question may send it back from a bench to 17: a piece that ends at a check has not been at a bench.
  const last = isBench(end.status) ? stops.findLastIndex(isEnd) : stops.findIndex(isEnd);
  if (last < 0) throw new Error(`no way leads to ${end.status} at ${end.site.code}`);
  return stops.slice(0, last + 1);
}

function arrival({ factory, first, end, outcome }: Trip, random: Random): readonly Stop[] {
  const ends = (status: StatusId, site: SiteRow) => end?.status === status && end.site.id === site.id;
  const at = (site: SiteRow, ...statuses: StatusId[]) => statuses.map((status): Stop => ({ status, site }));
  const doubted = outcome !== 'repaired';
  const checked = at(factory, ...(ends(17, factory) || doubted || random.chance(0.15) ? [17 as const] : []));
  if (first.id === factory.id) {
    const incoming = ends(19, factory) || random.chance(0.6);
    return [...at(factory, 3, ...(incoming ? [19 as const] : [])), ...checked];
  }
  const asked = ends(17, first) || random.chance(0.3);
  return [...at(first, 3, ...(asked ? [17 as const] : []), 18), ...at(factory, 19), ...checked];
}

function work({ factory, fault, outcome, end }: Trip, random: Random): readonly Stop[] {
  const at = (status: StatusId): Stop => ({ status, site: factory });
  if (outcome !== 'repaired') return [at(13)];
  const via = end !== undefined && end.site.id === factory.id && isBench(end.status) ? end.status : undefined;
  const way = wayFor(fault, random, via) ?? [4, via ?? 6, 12];
  return [...withDetour(way, via, random), 13 as const].map(at);
}

const isBench = (status: StatusId): boolean => BENCH_STATUSES.includes(status);

/** Not everything is right the first time: a failed check, a last-minute flaw, a question that goes back. */
function withDetour(
  way: readonly StatusId[],
  via: StatusId | undefined,
  random: Random,
): readonly StatusId[] {
  if (via !== undefined) return way;
  if (random.chance(0.2)) return withPenPlating(way);
  if (!random.chance(0.12)) return way;
  const [first = 4, ...rest] = way;
  const kind = random.pick(['failed check', 'flaw', 'question'] as const);
  if (kind === 'question') return [first, 17, first, ...rest];
  if (kind === 'flaw') return [...way, 5, 6, way.at(-1) ?? 12];
  const check = way.indexOf(6);
  return check < 1 ? way : [...way.slice(0, check + 1), way[check - 1] ?? 4, 6, ...way.slice(check + 1)];
}

/** Around a stone or pearl just set, the plating may need the pen. */
function withPenPlating(way: readonly StatusId[]): readonly StatusId[] {
  return way.flatMap((status): readonly StatusId[] =>
    status === Status.AssemblySettingStone || status === Status.AssemblySettingPearl ? [status, 9] : [status],
  );
}
