import { HOUR_MS } from '@atelier/domain/kernel.ts';
import { Status, type StatusId } from '@atelier/domain/shared/status.ts';
import type { SiteRow } from '@atelier/application/reference/places.table.ts';
import type { Random } from '../reference/random.ts';
import { ago } from './ages.ts';
import { inDeposits } from './demo-shops.ts';
import { ageAt } from './durations.ts';
import type { Turns } from './plan.ts';
import type { Planner } from './planner.ts';
import { planStanding, type Standing } from './standing.ts';
import { FLOOR_QUOTAS, FORWARDED, type FloorQuota } from './quotas.ts';

/** What lies at the benches of both factories, at the warehouse, and between them. */
export function planFloors(planner: Planner, random: Random): void {
  for (const quota of FLOOR_QUOTAS) planFloor(planner, quota, random);
  planForwarded(planner);
}

function planFloor(planner: Planner, quota: FloorQuota, random: Random): void {
  const site = planner.facts.site(quota.code);
  let stages = inOrder(planner, quota, random);
  for (const [code, count] of Object.entries(quota.shops)) {
    const shop = planner.facts.site(code);
    const own = stages.slice(0, count);
    stages = stages.slice(count);
    const standings = own.map((status, index) => standingAt(planner, shop, site, status, index, random));
    inDeposits(standings, (some) => planStanding(planner, shop, some));
  }
}

/** The floor's stages shuffled; those that only pieces from a nearby shop can stand at go to such shops. */
function inOrder(planner: Planner, quota: FloorQuota, random: Random): readonly StatusId[] {
  const all = quota.stages.flatMap(([status, count]) => Array.from({ length: count }, () => status));
  const direct = Object.entries(quota.shops)
    .filter(([code]) => planner.lanes.nearby(planner.facts.site(code))?.code === quota.code)
    .reduce((sum, [, count]) => sum + count, 0);
  if (direct === 0) return shuffle(all, random);
  const doors = all.filter((status) => status === Status.ReceiveFromShop);
  const others = shuffle(
    all.filter((status) => status !== Status.ReceiveFromShop),
    random,
  );
  const first = shuffle([...doors, ...others.slice(0, direct - doors.length)], random);
  return [...first, ...others.slice(direct - doors.length)];
}

function shuffle<T>(list: readonly T[], random: Random): readonly T[] {
  return list
    .map((value) => ({ value, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ value }) => value);
}

function standingAt(
  planner: Planner,
  shop: SiteRow,
  site: SiteRow,
  status: StatusId,
  index: number,
  random: Random,
): Standing {
  const age = ageAt(status, random);
  const endAt = age > 20 * HOUR_MS ? ago(planner.now, age, site.time_zone) : planner.now - age;
  const factory = site.kind === 'factory' ? site : planner.facts.site('FSZ');
  const straight = planner.lanes.nearby(shop)?.id === site.id;
  return { end: { status, site }, endAt, factory, straight, turns: turnsAt(planner, site, status, index) };
}

const NEXT: Readonly<Partial<Record<StatusId, StatusId>>> = {
  [Status.RepairProcess]: Status.RepairQC,
  [Status.RepairPolish]: Status.RepairQC,
  [Status.RepairQC]: Status.FinalQCProcess,
  [Status.PlatingProcess]: Status.FinalQCProcess,
  [Status.AssemblyProcess]: Status.FinalQCProcess,
  [Status.AssemblyPenPlatingProcess]: Status.FinalQCProcess,
  [Status.AssemblySettingStone]: Status.FinalQCProcess,
  [Status.AssemblySettingPearl]: Status.FinalQCProcess,
  [Status.FinalQCProcess]: Status.RepairDone,
};

/** Some are scanned for their next bench already, some doubted, some flagged for the factory. */
function turnsAt(planner: Planner, site: SiteRow, status: StatusId, index: number): Turns {
  const markedFor = NEXT[status];
  if (markedFor !== undefined && index % 6 === 2) return { markedFor };
  if (site.kind === 'warehouse' && index % 2 === 0) return { flaggedFor: planner.facts.site('FSZ') };
  if (status !== Status.SAVCheckResult) return {};
  const doubts: readonly Turns[] = [{ waiverOpen: true }, { hold: 'approval' }, {}];
  return doubts[index % 3] ?? {};
}

/** Between the warehouse and Shenzhen: each shop's pieces in the package that left so many hours ago. */
function planForwarded(planner: Planner): void {
  const [site, factory] = [planner.lanes.warehouse, planner.facts.site('FSZ')];
  const lane = planner.lanes.transfer(site, factory);
  for (const { hoursAgo, shops } of FORWARDED) {
    const transfer = planner.packages.alone(lane, planner.now - hoursAgo * HOUR_MS);
    for (const [code, count] of Object.entries(shops)) {
      const standings = Array.from({ length: count }, (): Standing => {
        const end = { status: Status.MCToCN, site } as const;
        return { end, endAt: transfer.sentAt, factory, straight: false, transfer };
      });
      inDeposits(standings, (some) => planStanding(planner, planner.facts.site(code), some));
    }
  }
}
