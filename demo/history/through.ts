import { DAY_MS, HOUR_MS, MINUTE_MS } from '@atelier/domain/kernel.ts';
import type { Outcome } from '@atelier/domain/shared/item-facts.ts';
import type { SiteRow } from '@atelier/application/reference/places.table.ts';
import type { Random } from '../reference/random.ts';
import type { Brought } from './bring.ts';
import { days, hours } from './durations.ts';
import { laterAtWork } from './hours.ts';
import { itinerary } from './itinerary.ts';
import { arrivalOf, departureAfter, type Lane } from './lanes.ts';
import type { PackagePlan } from './packages.ts';
import type { Fate, RmaPlan, Turns, Visit } from './plan.ts';
import { anything, forwardedTo, OUTCOMES, pieceOf, type Extras, type Planner } from './planner.ts';
import { PACKING_MS, timedOn } from './timing.ts';

export interface ThroughOptions extends Extras {
  /** These pieces and faults, instead of random ones. */
  readonly given?: readonly Brought[];
  /** When it should all be over. */
  readonly endsBy?: number;
  /** What comes of it, where chance is not to say. */
  readonly outcome?: Outcome;
}

interface Start {
  readonly out: PackagePlan;
  readonly receivedAt: number;
  readonly first: SiteRow;
  readonly factory: SiteRow;
  readonly endsBy: number;
  readonly outcome: Outcome | undefined;
}

interface Way {
  readonly outcome: Outcome;
  readonly visits: readonly Visit[];
  readonly lane: Lane;
  readonly sentAt: number;
  readonly homeAt: number;
  readonly takenAt: number;
}

/**
 * The whole way of a deposit, counted forward. It is over by `endsBy` if it can be; what lies beyond `now` will not be
 * made, so that a late deposit stands wherever it has come to.
 */
export function planThrough(
  planner: Planner,
  shop: SiteRow,
  depositAt: number,
  count: number,
  { given, endsBy = Infinity, outcome, ...extras }: ThroughOptions = {},
): RmaPlan {
  const random = extras.random ?? planner.nextRandom();
  const brought = given ?? planner.customers.bring(shop, depositAt, anything(count), random);
  const rma = planner.open(shop, depositAt, random, extras);
  const lane = planner.lanes.out(shop, random.chance(0.65));
  const leavesAt = departureAfter(lane, depositAt + PACKING_MS + hours(random, 0, 20));
  const receivedAt = arrivalOf(lane, leavesAt, random);
  const first = lane.to ?? shop;
  const factory = first.kind === 'factory' ? first : planner.facts.site(random.chance(0.82) ? 'FSZ' : 'FVZ');
  for (const each of brought) {
    const out = planner.packages.leaving(lane, leavesAt);
    goThrough(planner, rma, each, { out, receivedAt, first, factory, endsBy, outcome });
  }
  return rma;
}

function goThrough(planner: Planner, rma: RmaPlan, brought: Brought, start: Start): void {
  const { random, shop } = rma;
  const { outcome, visits, lane, sentAt, homeAt, takenAt } = wayOn(planner, rma, brought, start);
  // Each client's door is a separate package.
  const back =
    lane.to === null ? planner.packages.alone(lane, sentAt) : planner.packages.leaving(lane, sentAt);
  const transfer = planner.transferOf(visits);
  const turns: Turns = random.chance(0.05) ? { slipAt: random.pick([6, 8, 10, 12] as const) } : {};
  const fate: Fate = { kind: 'taken', at: takenAt };
  const piece = pieceOf(rma, brought, { visits, out: start.out, transfer, back, outcome, fate, turns });
  start.out.load(piece, start.receivedAt);
  transfer?.load(piece, forwardedTo(visits));
  back.load(piece, homeAt);
  if (outcome === 'repaired') planner.customers.collects(brought.piece, shop, takenAt);
}

/** Drawn again, with less and less waiting, until it is over when it should be. */
function wayOn(planner: Planner, rma: RmaPlan, brought: Brought, start: Start): Way {
  for (let patience = 30 * DAY_MS; ; patience /= 3) {
    const way = oneWayOn(planner, rma, brought, start, patience);
    if (way.takenAt <= start.endsBy || patience < HOUR_MS) return way;
  }
}

function oneWayOn(planner: Planner, rma: RmaPlan, { fault }: Brought, start: Start, patience: number): Way {
  const { random, shop, delivery } = rma;
  const { receivedAt, first, factory } = start;
  const outcome = start.outcome ?? random.weighted(OUTCOMES);
  const stops = itinerary({ factory, first, fault, outcome }, random);
  const visits = timedOn(stops, receivedAt, planner.lanes, random, patience);
  const doneAt = visits.at(-1)?.at ?? receivedAt;
  const lane = delivery === 'client' ? planner.lanes.toClient(factory) : planner.lanes.back(factory, shop);
  const sentAt = departureAfter(lane, doneAt + PACKING_MS + hours(random, 0, 12));
  const homeAt = arrivalOf(lane, sentAt, random);
  const takenAt = lane.to === null ? homeAt : collectedAt(shop, homeAt, random);
  return { outcome, visits, lane, sentAt, homeAt, takenAt };
}

function collectedAt(shop: SiteRow, homeAt: number, random: Random): number {
  const wait = random.chance(0.8) ? days(random, 0.1, 5) : days(random, 5, 13);
  return laterAtWork(homeAt + 20 * MINUTE_MS + wait, shop.time_zone);
}
