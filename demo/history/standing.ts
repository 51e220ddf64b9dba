import { DAY_MS } from '@atelier/domain/kernel.ts';
import type { Outcome } from '@atelier/domain/shared/item-facts.ts';
import { BENCH_STATUSES, Status, type StatusId } from '@atelier/domain/shared/status.ts';
import type { SiteRow } from '@atelier/application/reference/places.table.ts';
import type { Random } from '../reference/random.ts';
import type { Brought } from './bring.ts';
import { hours } from './durations.ts';
import { earlierAtWork } from './hours.ts';
import { itinerary, type Stop } from './itinerary.ts';
import { departureBefore } from './lanes.ts';
import type { PackagePlan } from './packages.ts';
import type { Fate, RmaPlan, Turns, Visit } from './plan.ts';
import { forwardedTo, pieceOf, type Extras, type Planner } from './planner.ts';
import { PACKING_MS, timedBack } from './timing.ts';

/** Where a piece stands, or last stood before its fate: from there its way is counted back. */
export interface Standing {
  /** The last stop: 3 to 13, 17 to 19. */
  readonly end: Stop;
  /** When it got there. */
  readonly endAt: number;
  readonly factory: SiteRow;
  /** From the shop straight to the factory, not over the warehouse. */
  readonly straight: boolean;
  /** A separate package to the warehouse or factory, instead of the usual one. */
  readonly out?: PackagePlan;
  /** The package it is forwarded with, when it ends at 18. */
  readonly transfer?: PackagePlan;
  readonly back?: PackagePlan;
  /** When it is taken out of `back`; undefined while it travels. */
  readonly homeAt?: number;
  readonly outcome?: Outcome;
  readonly fate?: Fate;
  readonly turns?: Turns;
}

interface Way extends Brought {
  readonly standing: Standing;
  readonly visits: readonly Visit[];
}

/** Nothing in the demo is under way longer than this. */
const LONGEST_WAY = 80 * DAY_MS;

/** One customer's pieces that stand there, as many as that customer has; counted back to a common package and deposit. */
export function planStanding(
  planner: Planner,
  shop: SiteRow,
  standings: readonly Standing[],
  given?: readonly Brought[],
  extras: Extras = {},
): RmaPlan {
  const random = extras.random ?? planner.nextRandom();
  const brought = given ?? bringFor(planner, shop, standings, random);
  const ways = brought.map((each, index) => wayBack(planner, shop, each, standings[index], random));
  const receivedAt = Math.min(...ways.map(({ visits }) => visits[0]?.at ?? planner.now));
  const [first] = standings;
  const out = first?.out ?? leavingFor(planner, shop, first?.straight ?? false, receivedAt);
  const depositAt = earlierAtWork(out.sentAt - PACKING_MS - hours(random, 0.2, 40), shop.time_zone);
  const rma = planner.open(shop, depositAt, random, extras);
  for (const way of ways) enter(planner, rma, way, out);
  return rma;
}

function bringFor(
  planner: Planner,
  shop: SiteRow,
  standings: readonly Standing[],
  random: Random,
): readonly Brought[] {
  const before = Math.min(...standings.map((each) => each.endAt)) - LONGEST_WAY;
  const benches = standings.map(({ end }) => benchOf(end));
  return planner.customers.bring(shop, before, benches, random);
}

/** The bench that must be on the way; what only asks for a stop at the door fits any fault. */
function benchOf(end: Stop): StatusId | undefined {
  return BENCH_STATUSES.includes(end.status) ? end.status : undefined;
}

function wayBack(
  planner: Planner,
  shop: SiteRow,
  brought: Brought,
  standing: Standing | undefined,
  random: Random,
): Way {
  if (standing === undefined) throw new Error(`${shop.code} brought more than was asked for`);
  const { end, endAt, factory, straight, outcome = 'repaired' } = standing;
  const first = planner.lanes.out(shop, straight).to ?? factory;
  const stops = itinerary({ factory, first, fault: brought.fault, outcome, end }, random);
  return { ...brought, standing, visits: timedBack(stops, endAt, planner.lanes, random) };
}

/** The last package that can have arrived by then. */
function leavingFor(planner: Planner, shop: SiteRow, straight: boolean, receivedAt: number): PackagePlan {
  const lane = planner.lanes.out(shop, straight);
  return planner.packages.leaving(lane, departureBefore(lane, receivedAt - lane.shortest));
}

function enter(planner: Planner, rma: RmaPlan, way: Way, pack: PackagePlan): void {
  const { standing, visits } = way;
  const { back = null, outcome = 'repaired', fate = { kind: 'open' }, turns = {} } = standing;
  const out = turns.byHand === true ? null : pack;
  const transfer = standing.transfer ?? planner.transferOf(visits);
  const piece = pieceOf(rma, way, { visits, out, transfer, back, outcome, fate, turns });
  out?.load(piece, visits[0]?.at, visits.length === 1);
  transfer?.load(piece, forwardedTo(visits), visits.at(-1)?.status === Status.IncomingCheck);
  back?.load(piece, standing.homeAt, true);
}
