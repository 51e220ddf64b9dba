import { DAY_MS } from '@atelier/domain/kernel.ts';
import { DEFAULT_POLICY, type Policy } from '@atelier/domain/policy.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import {
  collect,
  deposit,
  handClock,
  must,
  newDeposit,
  paris,
  repairAndReturn,
  sendToWarehouse,
  servicesOf,
  type HandClock,
} from '@atelier/application/commands/testing-commands.ts';
import { openWorld, TEST_NOW, type World } from '@atelier/application/projections/testing.ts';
import { closeDue, remindDue } from '@atelier/application/reminders/reminders.commands.ts';
import { runItemCommand } from '@atelier/application/commands/item-command.ts';
import { startRedis, type TestRedis } from '@atelier/tests/harness/redis.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startJobs, type RunningJobs } from '../jobs/start-jobs.ts';
import { systemCaller } from '../system-caller.ts';
import { remindersSlice } from './reminders.job.ts';
import { Status } from '@atelier/domain/shared/status.ts';

interface RemindersWorld {
  readonly world: World;
  readonly clock: HandClock;
  readonly services: CommandServices;
  readonly waiting: (tracking: string) => Promise<number>;
  readonly rowOf: (itemId: number) => Promise<{ status: number; to_call: boolean; reminder_number: number }>;
  readonly eventsOf: (itemId: number, type: string) => Promise<readonly object[]>;
}

async function openRemindersWorld(policy: () => Policy = () => DEFAULT_POLICY): Promise<RemindersWorld> {
  const world = await openWorld();
  const clock = handClock(TEST_NOW);
  const services = { ...servicesOf(world, clock), policy };
  return {
    world,
    clock,
    services,
    waiting: async (tracking) => {
      const { itemId } = await deposit(services, await newDeposit(world));
      await sendToWarehouse(services, [itemId], `${tracking}-out`);
      await repairAndReturn(services, itemId, `${tracking}-back`);
      return itemId;
    },
    rowOf: (itemId) =>
      world.asked({ kind: 'all' }, (trx) =>
        trx
          .selectFrom('item_row')
          .select(['status', 'to_call', 'reminder_number'])
          .where('id', '=', itemId)
          .executeTakeFirstOrThrow(),
      ),
    eventsOf: async (itemId, type) =>
      (await world.store.readStream(`item-${itemId}`)).events
        .filter((event) => event.type === type)
        .map(({ data }) => data),
  };
}

const silently = () => Promise.resolve();

describe('what falls due by the clock', () => {
  let reminders: RemindersWorld;
  beforeAll(async () => {
    reminders = await openRemindersWorld();
  });
  afterAll(() => reminders.world.close());

  const run = (work: typeof closeDue) =>
    work(reminders.services, {
      callerFor: (key) => systemCaller(reminders.clock, 'test', key),
      onProgress: silently,
    });

  test('a piece is closed 14 days after it was taken, not a millisecond before', async () => {
    const { clock, services, waiting, rowOf } = reminders;
    const itemId = await waiting('A');
    await collect(services, itemId);
    clock.advance(14 * DAY_MS - 1);
    expect(await run(closeDue)).toMatchObject({ found: 0 });
    clock.advance(1);
    expect(await run(closeDue)).toEqual({ found: 1, passedOver: 0 });
    expect(await rowOf(itemId)).toMatchObject({ status: 21 });
  });

  test('an open dispute keeps a piece open; once it is settled the next round closes it', async () => {
    const { clock, services, waiting, rowOf } = reminders;
    const itemId = await waiting('B');
    await collect(services, itemId);
    const reason = 'the clasp again';
    must(
      await runItemCommand(services, paris(), itemId, () => ({ type: 'PlaceHold', hold: 'dispute', reason })),
    );
    clock.advance(60 * DAY_MS);
    expect(await run(closeDue)).toMatchObject({ found: 0 });
    must(
      await runItemCommand(services, paris(), itemId, () => ({
        type: 'ReleaseHold',
        hold: 'dispute',
        reason,
      })),
    );
    await run(closeDue);
    expect(await rowOf(itemId)).toMatchObject({ status: 21 });
  });

  test('two workers at once close every piece once', async () => {
    const { clock, services, waiting, eventsOf } = reminders;
    const ids = [await waiting('C'), await waiting('D'), await waiting('E')];
    for (const id of ids) await collect(services, id);
    clock.advance(15 * DAY_MS);
    await Promise.all([run(closeDue), run(closeDue), run(closeDue)]);
    for (const id of ids) {
      const closings = await eventsOf(id, 'ItemStatusChanged');
      expect(closings.filter((data) => 'to' in data && data.to === Status.Closed)).toHaveLength(1);
    }
  });

  test('a reminder is due a week after arrival, once, and a call answers it until the next', async () => {
    const { clock, services, waiting, rowOf, eventsOf } = reminders;
    const itemId = await waiting('F');
    clock.advance(7 * DAY_MS - 1);
    await run(remindDue);
    expect(await rowOf(itemId)).toMatchObject({ to_call: false, reminder_number: 0 });
    clock.advance(1);
    await Promise.all([run(remindDue), run(remindDue)]);
    expect(await rowOf(itemId)).toMatchObject({ to_call: true, reminder_number: 1 });
    expect(await eventsOf(itemId, 'ReminderDue')).toHaveLength(1);
    const call = { type: 'RecordFollowUp', result: 'Phone contacted', note: null } as const;
    must(await runItemCommand(services, paris(), itemId, () => call));
    expect(await rowOf(itemId)).toMatchObject({ to_call: false });
    clock.advance(7 * DAY_MS - 1);
    await run(remindDue);
    expect(await rowOf(itemId)).toMatchObject({ to_call: false });
    clock.advance(1);
    await run(remindDue);
    expect(await rowOf(itemId)).toMatchObject({ to_call: true, reminder_number: 2 });
  });

  test('workers that were away for weeks note one reminder, the newest, escalated when it is', async () => {
    const { clock, waiting, eventsOf } = reminders;
    const itemId = await waiting('G');
    clock.advance(30 * DAY_MS);
    await run(remindDue);
    expect(await eventsOf(itemId, 'ReminderDue')).toMatchObject([{ number: 4, escalated: true }]);
  });

  test('what a call has answered already is not even asked about', async () => {
    const { clock, services, waiting } = reminders;
    const itemId = await waiting('H');
    await run(remindDue);
    clock.advance(8 * DAY_MS);
    const call = { type: 'RecordFollowUp', result: 'Phone contacted', note: null } as const;
    must(await runItemCommand(services, paris(), itemId, () => call));
    const others = await run(remindDue);
    expect(others.passedOver).toBe(0);
    expect(await reminders.eventsOf(itemId, 'ReminderDue')).toEqual([]);
  });
});

describe.each(['PostgreSQL', 'Redis'] as const)('reminder jobs with queues on %s', (backend) => {
  let reminders: RemindersWorld;
  let redis: TestRedis | undefined;
  let running: RunningJobs[] = [];
  let policy: Policy = DEFAULT_POLICY;
  const listeners = new Set<() => void>();

  beforeAll(async () => {
    redis = backend === 'Redis' ? await startRedis() : undefined;
    reminders = await openRemindersWorld(() => policy);
  });
  afterEach(async () => {
    for (const jobs of running) await jobs.stop();
    running = [];
  });
  afterAll(async () => {
    await reminders.world.close();
    await redis?.stop();
  });

  const begin = async (): Promise<void> => {
    const jobs = await startJobs({
      services: reminders.services,
      queues: {
        databaseUrl: reminders.world.database.appUrl,
        redisUrl: redis?.url,
        onError: () => undefined,
      },
      slices: [remindersSlice()],
      reconcileMs: 60_000,
      onRulesChanged: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      onError: () => undefined,
    });
    running.push(jobs);
  };
  const closed = (itemId: number) =>
    expect
      .poll(async () => (await reminders.rowOf(itemId)).status, { timeout: 60_000, interval: 50 })
      .toBe(21);

  test('workers that begin after days away run at once, and several do it once', async () => {
    const itemId = await reminders.waiting(`${backend}-1`);
    await collect(reminders.services, itemId);
    reminders.clock.advance(20 * DAY_MS);
    await Promise.all([begin(), begin()]);
    await closed(itemId);
    const moves = await reminders.eventsOf(itemId, 'ItemStatusChanged');
    expect(moves.filter((data) => 'to' in data && data.to === Status.Closed)).toHaveLength(1);
  });

  test('a schedule that is switched off does nothing, and back on takes hold without a restart', async () => {
    policy = { ...DEFAULT_POLICY, schedules: { ...DEFAULT_POLICY.schedules, closing: { mode: 'off' } } };
    const itemId = await reminders.waiting(`${backend}-2`);
    await collect(reminders.services, itemId);
    reminders.clock.advance(20 * DAY_MS);
    await begin();
    expect((await reminders.rowOf(itemId)).status).toBe(16);
    policy = DEFAULT_POLICY;
    for (const listener of listeners) listener();
    await closed(itemId);
  });
});
