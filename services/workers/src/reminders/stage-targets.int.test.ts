import { DAY_MS, HOUR_MS } from '@atelier/domain/kernel.ts';
import { DEFAULT_POLICY, type Policy } from '@atelier/domain/policy.ts';
import { runItemCommand } from '@atelier/application/commands/item-command.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import {
  deposit,
  handClock,
  moveItemTo,
  must,
  newDeposit,
  sendToWarehouse,
  servicesOf,
  warehouse,
  WHS,
  type HandClock,
} from '@atelier/application/commands/testing-commands.ts';
import { notePassedTargets } from '@atelier/application/reminders/stage-targets.commands.ts';
import { openWorld, TEST_NOW, type World } from '@atelier/application/projections/testing.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemCaller } from '../system-caller.ts';

const limits = (targetHours: number | null) => ({ targetHours, wipLimit: null });
const POLICY: Policy = {
  ...DEFAULT_POLICY,
  stages: { 4: { ...limits(48), sites: { [WHS]: limits(8) } }, 6: { ...limits(null), sites: {} } },
};

let world: World;
let clock: HandClock;
let services: CommandServices;
beforeAll(async () => {
  world = await openWorld();
  clock = handClock(TEST_NOW);
  services = { ...servicesOf(world, clock), policy: () => POLICY };
});
afterAll(() => world.close());

async function atBench(): Promise<number> {
  const { itemId } = await deposit(services, await newDeposit(world));
  await sendToWarehouse(services, [itemId], `CLOCK-${itemId}`);
  for (const target of [3, 4] as const) must(await moveItemTo(services, warehouse(), { itemId, target }));
  return itemId;
}

const hold = async (itemId: number, type: 'PlaceHold' | 'ReleaseHold') =>
  must(
    await runItemCommand(services, warehouse(), itemId, () => ({ type, hold: 'client', reason: 'asked' })),
  );
const run = () => notePassedTargets(services, (key) => systemCaller(clock, 'stage-targets', key));
const notes = async (itemId: number) =>
  (await world.store.readStream(`item-${itemId}`)).events
    .filter(({ type }) => type === 'StageTargetPassed')
    .map(({ data }) => data);

describe('a stage’s target that is passed (product/dashboard.md §3)', () => {
  test('is noted once by two workers at once, by the limit of the site', async () => {
    const itemId = await atBench();
    clock.advance(8 * HOUR_MS - 1000);
    await run();
    expect(await notes(itemId)).toEqual([]);
    clock.advance(1000);
    await Promise.all([run(), run()]);
    await run();
    expect(await notes(itemId)).toMatchObject([
      { status: 4, siteId: WHS, targetHours: 8, clockSeconds: 8 * 3600 },
    ]);
  });

  test('waits while the client is asked, and is not noted again after another pause', async () => {
    const itemId = await atBench();
    await hold(itemId, 'PlaceHold');
    clock.advance(20 * HOUR_MS);
    await run();
    await hold(itemId, 'ReleaseHold');
    clock.advance(7 * HOUR_MS);
    await run();
    expect(await notes(itemId)).toEqual([]);
    clock.advance(HOUR_MS);
    await run();
    await hold(itemId, 'PlaceHold');
    clock.advance(HOUR_MS);
    await hold(itemId, 'ReleaseHold');
    clock.advance(9 * HOUR_MS);
    await run();
    expect(await notes(itemId)).toHaveLength(1);
  });

  test('is not noted where it passed more than a day ago, or where there is no target', async () => {
    const old = await atBench();
    clock.advance(8 * HOUR_MS + DAY_MS + 1000);
    const free = await atBench();
    must(await moveItemTo(services, warehouse(), { itemId: free, target: 6 }));
    await run();
    clock.advance(20 * HOUR_MS);
    await run();
    expect([await notes(old), await notes(free)]).toEqual([[], []]);
  });

  test('is a column that the stream folds to', async () => {
    const itemId = await atBench();
    await hold(itemId, 'PlaceHold');
    const row = await world.asked({ kind: 'all' }, (trx) =>
      trx
        .selectFrom('item_row')
        .select(['stage_clock_from', 'stage_paused_since', 'stage_waits_for', 'status_entered_at'])
        .where('id', '=', itemId)
        .executeTakeFirstOrThrow(),
    );
    expect(row.stage_clock_from).toEqual(row.status_entered_at);
    expect([row.stage_paused_since, row.stage_waits_for]).toEqual([clock.now(), 'client']);
  });
});
