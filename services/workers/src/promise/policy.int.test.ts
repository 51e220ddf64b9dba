import { toMs } from '@atelier/domain/kernel.ts';
import { READY_MODEL_STREAM, type ReadyModelFitted } from '@atelier/domain/promise/events.ts';
import {
  deposit,
  newDeposit,
  sendToWarehouse,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import { openWorld, type World } from '@atelier/application/projections/testing.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startJobs, type RunningJobs } from '../jobs/start-jobs.ts';
import { systemCaller } from '../system-caller.ts';
import { promiseSlice } from './promise.job.ts';

const clock = { now: () => new Date(), advance: () => undefined };
const none = { effects: {}, perLoad: 0 };
const stage = (base: number) => ({
  fitted: 200,
  calibrated: 100,
  days: { ...none, base },
  spread: { ...none, base: 2 },
  likely: 0,
  latest: 1,
  loads: [0, 90] as const,
});
const at = '2026-11-16T02:10:00.000Z';
/** Three weeks from the deposit; once it is on its way, five. */
const MODEL: ReadyModelFitted['data']['model'] = {
  at,
  pieces: 300,
  stages: { '1@0': stage(21), '2@0': stage(35) },
  weekdays: {},
  held: { dates: 50, likely: 0.5, latest: 0.85 },
};

let world: World;
let running: RunningJobs[] = [];
beforeAll(async () => {
  world = await openWorld();
  const event: ReadyModelFitted = { type: 'ReadyModelFitted', data: { number: 1, model: MODEL, at } };
  const streams = [{ streamId: READY_MODEL_STREAM, expectedVersion: 0, events: [event] }];
  await world.store.append({ streams, metadata: systemCaller(clock, 'promise').metadata });
});
afterEach(async () => {
  for (const jobs of running) await jobs.stop();
  running = [];
});
afterAll(() => world.close());

const begin = async (): Promise<void> => {
  const jobs = await startJobs({
    services: servicesOf(world, clock),
    queues: { databaseUrl: world.database.appUrl, redisUrl: undefined, onError: () => undefined },
    slices: [promiseSlice()],
    reconcileMs: 60_000,
    onRulesChanged: () => () => undefined,
    onError: () => undefined,
  });
  running.push(jobs);
};

const eventsOf = async (itemId: number) => (await world.store.readStream(`item-${itemId}`)).events;
const datesOf = async (itemId: number) =>
  (await eventsOf(itemId)).filter(({ type }) => type === 'ReadyDateExpected');
const twoDates = (itemId: number) =>
  expect.poll(async () => (await datesOf(itemId)).length, { timeout: 60_000, interval: 100 }).toBe(2);

test('workers move the date of a piece after an event, once, and name the event', async () => {
  const services = servicesOf(world, clock);
  const { itemId } = await deposit(services, await newDeposit(world));
  await Promise.all([begin(), begin()]);
  await sendToWarehouse(services, [itemId], `P-${itemId}`);
  await twoDates(itemId);
  const events = await eventsOf(itemId);
  const [first, second] = await datesOf(itemId);
  const data = Object(second?.data);
  const cause = events.find(({ position }) => position === data.because.position);
  expect(data.because.type).toBe(cause?.type);
  expect(['ItemStatusChanged', 'CustodyTransferred']).toContain(cause?.type);
  expect(toMs(`${data.latest}T00:00:00.000Z`)).toBeGreaterThan(
    toMs(`${Object(first?.data).latest}T00:00:00.000Z`),
  );
});

test('a policy that reads the log from its beginning again appends nothing', async () => {
  const services = servicesOf(world, clock);
  const { itemId } = await deposit(services, await newDeposit(world));
  await begin();
  await sendToWarehouse(services, [itemId], `R-${itemId}`);
  await twoDates(itemId);
  for (const jobs of running) await jobs.stop();
  running = [];
  await world.pool.query(`update policy_checkpoints set position = 0 where name = 'promise'`);
  const { rows: before } = await world.pool.query(
    `select count(*) from events where type = 'ReadyDateExpected'`,
  );
  await begin();
  const { itemId: next } = await deposit(services, await newDeposit(world));
  await sendToWarehouse(services, [next], `S-${next}`);
  await twoDates(next);
  const { rows: after } = await world.pool.query(
    `select count(*) from events where type = 'ReadyDateExpected'`,
  );
  expect(Number(after[0].count)).toBe(Number(before[0].count) + 2);
});
