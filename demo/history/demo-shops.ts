import { DAY_MS, HOUR_MS } from '@atelier/domain/kernel.ts';
import type { Outcome } from '@atelier/domain/shared/item-facts.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import type { SiteRow } from '@atelier/application/reference/places.table.ts';
import type { Random } from '../reference/random.ts';
import { ago, split, spread } from './ages.ts';
import { earlierAtWork } from './hours.ts';
import { hours } from './durations.ts';
import type { PackagePlan } from './packages.ts';
import type { Fate, RmaPlan, Turns } from './plan.ts';
import { OUTCOMES, type Planner } from './planner.ts';
import { planStanding, type Standing } from './standing.ts';
import type { ShopQuota } from './quotas.ts';
import { PACKING_MS } from './timing.ts';
import { Status } from '@atelier/domain/shared/status.ts';

/** The pieces of one shop that are not at a bench: at its counter, on the road, waiting, just collected. */
export function planShop(planner: Planner, quota: ShopQuota, random: Random): void {
  const shop = planner.facts.site(quota.code);
  planReady(planner, shop, quota);
  for (const [index, count] of quota.sent.entries())
    planSent(planner, shop, count, (0.7 + 1.7 * index) * DAY_MS);
  planTransit(planner, shop, quota, random);
  planWaiting(planner, shop, quota, random);
  planCollected(planner, shop, quota, random);
  planCancelled(planner, shop, quota, random);
}

const { readyToShipOverMs, waitingOverMs } = DEFAULT_POLICY;

function planReady(planner: Planner, shop: SiteRow, { ready, readyOver }: ShopQuota): void {
  const over = spread(readyOver, readyToShipOverMs + 3 * HOUR_MS, 6.5 * DAY_MS);
  const fresh = spread(ready - readyOver, 0.6 * HOUR_MS, 58 * HOUR_MS);
  for (const age of over) planner.fresh(shop, ago(planner.now, age, shop.time_zone), 1, null);
  inDeposits(fresh, (ages) =>
    planner.fresh(
      shop,
      ago(planner.now, ages[0] ?? HOUR_MS, shop.time_zone, readyToShipOverMs - HOUR_MS),
      ages.length,
      null,
    ),
  );
}

/** Deposits of one to three, as many as each customer brings, until all are placed. */
export function inDeposits<T>(
  wanted: readonly T[],
  place: (some: readonly T[]) => RmaPlan,
): readonly RmaPlan[] {
  const placed: RmaPlan[] = [];
  let rest = wanted;
  while (rest.length > 0) {
    const size = [1, 2, 1, 3, 2][placed.length % 5] ?? 1;
    const rma = place(rest.slice(0, size));
    placed.push(rma);
    rest = rest.slice(rma.pieces.length);
  }
  return placed;
}

/** One package on its way to the warehouse or factory. */
export function planSent(
  planner: Planner,
  shop: SiteRow,
  count: number,
  age: number,
  pack?: PackagePlan,
): PackagePlan {
  const lane = planner.lanes.out(shop, planner.lanes.nearby(shop) !== undefined);
  const out =
    pack ?? planner.packages.alone(lane, ago(planner.now, age, shop.time_zone), { takenBack: count === 3 });
  const places = Array.from({ length: count }, (_, index) => index);
  inDeposits(places, (some) => {
    const depositAt = earlierAtWork(
      out.sentAt - PACKING_MS - (2 + 11 * (some[0] ?? 0)) * HOUR_MS,
      shop.time_zone,
    );
    return planner.fresh(shop, depositAt, some.length, out);
  });
  return out;
}

/** A package from a factory with these pieces in it; received at `homeAt`, or still on its way. */
export interface Return {
  readonly factory: SiteRow;
  readonly sentAt: number;
  readonly homeAt?: number;
  readonly count: number;
  readonly fate?: Fate;
  readonly turns?: Turns;
  readonly outcome?: Outcome;
  readonly pack?: PackagePlan;
}

export function planReturn(
  planner: Planner,
  shop: SiteRow,
  given: Return,
  random: Random,
): { readonly back: PackagePlan; readonly rmas: readonly RmaPlan[] } {
  const { factory, sentAt, count, pack, ...own } = given;
  const back = pack ?? planner.packages.alone(planner.lanes.back(factory, shop), sentAt);
  const straight = planner.lanes.nearby(shop)?.id === factory.id;
  const standings = Array.from({ length: count }, (): Standing => {
    const endAt = earlierAtWork(sentAt - PACKING_MS - hours(random, 0.5, 26), factory.time_zone);
    const outcome = random.weighted(OUTCOMES);
    return {
      end: { status: Status.RepairDone, site: factory },
      endAt,
      factory,
      straight,
      back,
      outcome,
      ...own,
    };
  });
  return { back, rmas: inDeposits(standings, (some) => planStanding(planner, shop, some)) };
}

/** The factory that repairs most of a shop's pieces, now and then the other one. */
export function factoryFor(planner: Planner, shop: SiteRow, random: Random): SiteRow {
  const near = planner.lanes.nearby(shop);
  if (near !== undefined) return random.chance(0.7) ? near : planner.facts.site('FSZ');
  return planner.facts.site(random.chance(0.85) ? 'FSZ' : 'FVZ');
}

function planTransit(planner: Planner, shop: SiteRow, { transit }: ShopQuota, random: Random): void {
  const counts = split(transit, 5);
  const ages = spread(counts.length, 9 * HOUR_MS, 4.6 * DAY_MS);
  for (const [index, count] of counts.entries()) {
    const factory = factoryFor(planner, shop, random);
    const sentAt = ago(planner.now, ages[index] ?? DAY_MS, factory.time_zone);
    planReturn(planner, shop, { factory, sentAt, count }, random);
  }
}

const ON_THE_ROAD = [2, 2.6, 3.3, 4.1, 4.8].map((each) => each * DAY_MS);

/** When a package that arrives then was sent. */
export const sentFor = (homeAt: number, factory: SiteRow, random: Random): number =>
  earlierAtWork(homeAt - random.pick(ON_THE_ROAD), factory.time_zone);

function planWaiting(
  planner: Planner,
  shop: SiteRow,
  { waiting, waitingOver }: ShopQuota,
  random: Random,
): void {
  const within = split(waiting, 5);
  const recent = spread(within.length, 4 * HOUR_MS, 5.9 * DAY_MS);
  const over = split(waitingOver, 2);
  const old = spread(over.length, waitingOverMs + 5 * HOUR_MS, 26 * DAY_MS);
  const groups = [
    ...within.map((count, index) => ({
      count,
      age: recent[index] ?? DAY_MS,
      most: waitingOverMs - 4 * HOUR_MS,
    })),
    ...over.map((count, index) => ({ count, age: old[index] ?? 9 * DAY_MS, most: Infinity })),
  ];
  for (const { count, age, most } of groups) {
    const factory = factoryFor(planner, shop, random);
    const homeAt = ago(planner.now, age, shop.time_zone, most);
    planReturn(planner, shop, { factory, sentAt: sentFor(homeAt, factory, random), homeAt, count }, random);
  }
}

function planCollected(planner: Planner, shop: SiteRow, { collected }: ShopQuota, random: Random): void {
  for (const age of spread(collected, 2 * HOUR_MS, 13 * DAY_MS)) {
    const takenAt = ago(planner.now, age, shop.time_zone);
    const homeAt = earlierAtWork(takenAt - HOUR_MS - hours(random, 1, 90), shop.time_zone);
    const factory = factoryFor(planner, shop, random);
    const fate: Fate = { kind: 'taken', at: takenAt };
    planReturn(
      planner,
      shop,
      { factory, sentAt: sentFor(homeAt, factory, random), homeAt, count: 1, fate },
      random,
    );
  }
}

/** Some of these jewels lie at the shop still; the others went home with their owners. */
function planCancelled(planner: Planner, shop: SiteRow, { cancelled }: ShopQuota, random: Random): void {
  for (const [index, age] of spread(cancelled, 3 * DAY_MS, 70 * DAY_MS).entries()) {
    const depositAt = ago(planner.now, age, shop.time_zone);
    const at = depositAt + hours(random, 0.5, 5);
    const handedBackAt = index % 3 === 0 ? null : at + hours(random, 0.2, 30);
    planner.fresh(shop, depositAt, 1, null, { kind: 'cancelled', at, handedBackAt });
  }
}
