import { weekStart } from '@atelier/domain/dashboard/iso-week.ts';
import { DAY_MS, HOUR_MS, toInstant } from '@atelier/domain/kernel.ts';
import type { SiteRow } from '@atelier/application/reference/places.table.ts';
import type { Random } from '../reference/random.ts';
import { WEEK_MS } from './ages.ts';
import { laterAtWork } from './hours.ts';
import type { Planner } from './planner.ts';
import { planThrough } from './through.ts';
import type { ShopQuota } from './quotas.ts';

/** Eighteen months of deposits that are over: the further past thin, the weeks before the open ones as the chart wants. */

const MONTHS_AGO = 77;
/** What was deposited in a later week is still under way, or has its quota elsewhere. */
const LAST_PAST_WEEK = 4;
const CHART_WEEKS = 12;

export const weekOf = (now: number, weeksAgo: number): number =>
  Date.parse(weekStart(toInstant(now - weeksAgo * WEEK_MS)));

/** The months before the chart's twelve weeks, oldest first. */
export function planPast(planner: Planner, quota: ShopQuota, random: Random): void {
  const shop = planner.facts.site(quota.code);
  let owed = random.next();
  for (let weeksAgo = MONTHS_AGO; weeksAgo >= CHART_WEEKS; weeksAgo -= 1) {
    // Slowly growing, as shops come to know the system, with a peak before the holidays of the far past.
    owed += quota.pastPerWeek * (0.75 + 0.5 * (1 - weeksAgo / MONTHS_AGO));
    while (owed >= 1) owed -= planOne(planner, shop, weekOf(planner.now, weeksAgo), random);
  }
}

/** Fills the fourth to twelfth week before now up to what the chart should show. */
export function planChart(planner: Planner, quota: ShopQuota, random: Random): void {
  const shop = planner.facts.site(quota.code);
  for (const [index, wanted] of quota.earlier.entries()) {
    const start = weekOf(planner.now, LAST_PAST_WEEK + quota.earlier.length - 1 - index);
    let missing = wanted - depositedIn(planner, shop, start);
    while (missing > 0) missing -= planOne(planner, shop, start, random);
  }
}

function depositedIn(planner: Planner, shop: SiteRow, start: number): number {
  return planner.rmas
    .filter((rma) => rma.shop.id === shop.id && rma.depositAt >= start && rma.depositAt < start + WEEK_MS)
    .reduce((sum, rma) => sum + rma.pieces.length, 0);
}

/** Plans a customer on some day of the week; returns how many pieces they brought. */
function planOne(planner: Planner, shop: SiteRow, weekStartsAt: number, random: Random): number {
  const day = weekStartsAt + random.int(0, 5) * DAY_MS;
  const depositAt = laterAtWork(
    day + random.int(0, 23) * HOUR_MS + random.int(0, 59) * 60_000,
    shop.time_zone,
  );
  const count = random.weighted([
    [1, 70],
    [2, 22],
    [3, 8],
  ] as const);
  const delivers = planner.facts.deliversIn(shop.country) && random.chance(0.06);
  const endsBy = planner.now - HOUR_MS;
  return planThrough(planner, shop, depositAt, count, { endsBy, ...(delivers && { delivery: 'client' }) })
    .pieces.length;
}
