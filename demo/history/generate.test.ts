import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { tilesOf } from '@atelier/domain/dashboard/testing-tiles.ts';
import { lastWeeks, serverWeek, weekLabel } from '@atelier/domain/dashboard/iso-week.ts';
import { DAY_MS, HOUR_MS, toMs } from '@atelier/domain/kernel.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { STATUSES, Status, type StatusId } from '@atelier/domain/shared/status.ts';
import { shipmentStatus } from '@atelier/domain/shipping/shipment.ts';
import { demoPeople } from '../people.ts';
import { DEMO_SEED } from '../reference/generate.ts';
import { STAGE_SETTINGS } from '../reference/repair.ts';
import { SITES } from '../reference/places.ts';
import { generateHistory } from './generate.ts';
import { SHOP_QUOTAS } from './quotas.ts';
import { countBy, Retold, travellers } from './testing.ts';

// Each generation is a second of work, and the machine may be shared.
vi.setConfig({ testTimeout: 60_000 });

const NOW = new Date('2026-11-20T10:00:00.000Z');
const PEOPLE = demoPeople(DEMO_SEED);
const history = generateHistory({ seed: DEMO_SEED, now: NOW, people: PEOPLE });
const told = new Retold(history.commands);
const events = history.commands.flatMap(({ streams }) => streams.flatMap((stream) => stream.events));
const bytes = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');
const siteId = (code: string) => SITES.find((site) => site.code === code)?.id ?? 0;
const ofShop = (code: string, { allItems }: Retold = told) =>
  allItems.filter((item) => item.storeId === siteId(code));
const atSite = (code: string) =>
  told.allItems.filter((item) => item.custody.kind === 'site' && item.custody.siteId === siteId(code));

function tiles(code: string, world: Retold, now: Date) {
  const all = ofShop(code, world).flatMap((item) =>
    tilesOf(item.status, item.enteredAt, now.toISOString(), DEFAULT_POLICY),
  );
  return Object.fromEntries(countBy(all, (tile) => tile));
}

const PARIS_TILES = {
  ready_to_ship: 12,
  ready_to_ship_over_72h: 3,
  waiting_for_customer: 41,
  waiting_for_customer_over_week: 9,
  sent_to_warehouse: 7,
  in_transit: 22,
};

describe('the demo history', () => {
  it('is the same, byte for byte, for the same seed and moment', () => {
    const again = generateHistory({ seed: DEMO_SEED, now: NOW, people: PEOPLE });
    expect(bytes(again.commands)).toBe(bytes(history.commands));
    expect([...again.files.keys()]).toEqual([...history.files.keys()]);
    expect(bytes(generateHistory({ seed: 5, now: NOW, people: PEOPLE }).commands)).not.toBe(
      bytes(history.commands),
    );
  });

  it('tells at least 600 jewels over eighteen months, none of it in the future', () => {
    expect(told.allItems.length).toBeGreaterThanOrEqual(600);
    expect(told.rmas.size).toBeGreaterThan(450);
    const times = history.commands.map((command) => command.at);
    expect(times.toSorted()).toEqual(times);
    expect(NOW.getTime() - toMs(times[0] ?? '')).toBeGreaterThan(17 * 30 * DAY_MS);
    expect(toMs(times.at(-1) ?? '')).toBeLessThanOrEqual(NOW.getTime());
  });

  it('draws ids in the order in which things come to be', () => {
    const born = events.flatMap((event) => (event.type === 'ItemDeposited' ? [event.data.itemId] : []));
    expect(born).toEqual(born.toSorted((a, b) => a - b));
    expect(born[0]).toBeGreaterThan(PEOPLE.endId - 1);
    expect(born.at(-1)).toBeLessThan(history.endId);
  });

  it('keeps every jewel with exactly one holder, and its package agreeing, after every command', () => {
    const world = new Retold();
    for (const command of history.commands) {
      world.tell(command);
      for (const { streamId } of command.streams) expectOneHolder(world, streamId);
    }
    expect(world.allItems.length).toBe(told.allItems.length);
  });

  it('lets no person do what their place or badge does not allow', () => {
    const workers = new Map(PEOPLE.workers.map((worker) => [worker.id, siteId(worker.siteCode)]));
    const strangers = history.commands.filter(({ by: { actor } }) => {
      return actor.workerId !== null && workers.get(actor.workerId) !== actor.siteId;
    });
    expect(strangers).toEqual([]);
    const users = new Set(PEOPLE.users.map((user) => user.id));
    expect(
      history.commands.every(({ by: { actor } }) => actor.userId === null || users.has(actor.userId)),
    ).toBe(true);
  });
});

function expectOneHolder(world: Retold, streamId: string): void {
  const item = world.items.get(streamId);
  if (item?.kind !== 'item' || item.custody.kind !== 'shipment') return;
  const { shipmentId } = item.custody;
  const carrying = world.allShipments.filter(
    (shipment) => shipment.id === shipmentId && travellers(shipment).includes(item.id),
  );
  expect(
    carrying.map((shipment) => shipment.id),
    `${streamId} in ${shipmentId}`,
  ).toEqual([shipmentId]);
}

describe('what stands where today', () => {
  it('has jewels in every one of the 21 statuses', () => {
    const counts = countBy(told.allItems, (item) => item.status);
    expect(STATUSES.filter((status) => !counts.has(status.id))).toEqual([]);
  });

  it('shows Paris as in the picture', () => {
    expect(tiles('PAR', told, NOW)).toMatchObject(PARIS_TILES);
  });

  it.each(['2026-01-01T00:10:00Z', '2027-02-28T23:59:00Z', '2028-02-29T12:00:00Z', '2026-03-30T03:00:00Z'])(
    'shows the same at %s, whatever the weekday and the clocks',
    (moment) => {
      const now = new Date(moment);
      const world = new Retold(generateHistory({ seed: DEMO_SEED, now, people: PEOPLE }).commands);
      expect(tiles('PAR', world, now)).toMatchObject(PARIS_TILES);
      expect(STATUSES.every((status) => world.allItems.some((item) => item.status === status.id))).toBe(true);
      expect(countBy(world.allShipments, shipmentStatus).size).toBe(8);
    },
  );

  it.each(SHOP_QUOTAS.map((quota) => quota.code))('fills every tile of %s', (code) => {
    const filled = tiles(code, told, NOW);
    for (const tile of Object.keys(PARIS_TILES)) expect(filled[tile], tile).toBeGreaterThan(0);
  });

  it.each(['FSZ', 'FVZ'])('has work at every stage of %s, some of it overdue', (code) => {
    const here = atSite(code);
    const stages = countBy(here, (item) => item.status);
    const wanted: readonly StatusId[] = [
      Status.ReceiveFromShop,
      Status.RepairProcess,
      Status.RepairPolish,
      Status.RepairQC,
      Status.PlatingProcess,
      Status.AssemblyProcess,
      Status.AssemblyPenPlatingProcess,
      Status.AssemblySettingStone,
      Status.AssemblySettingPearl,
      Status.FinalQCProcess,
      Status.RepairDone,
      Status.SAVCheckResult,
      Status.IncomingCheck,
    ];
    expect(wanted.filter((status) => !stages.has(status))).toEqual([]);
    const over = here.filter((item) => isLate(item.status, item.enteredAt));
    expect(over.length).toBeGreaterThan(here.length * 0.08);
    expect(over.length).toBeLessThan(here.length * 0.5);
  });

  it('has packages in every state', () => {
    const states = countBy(told.allShipments, shipmentStatus);
    const wanted = [
      'Draft',
      'Sealed',
      'Sent',
      'PartlyReceived',
      'Received',
      'Closed',
      'Discrepancy',
      'Cancelled',
    ];
    expect(wanted.filter((state) => !states.has(state))).toEqual([]);
  });

  it('creates some every week of the chart at the three shops with an account', () => {
    const weeks = lastWeeks(NOW.toISOString(), 12).map(weekLabel).slice(0, -1);
    for (const code of ['PAR', 'TYO', 'SHA']) {
      const made = countBy(ofShop(code), (item) => weekLabel(serverWeek(item.createdAt)));
      expect(
        weeks.filter((week) => !made.has(week)),
        code,
      ).toEqual([]);
    }
  });
});

function isLate(status: StatusId, enteredAt: string): boolean {
  const hours = STAGE_SETTINGS.find((stage) => stage.status_id === status)?.target_hours ?? 0;
  return NOW.getTime() - toMs(enteredAt) > hours * HOUR_MS;
}
