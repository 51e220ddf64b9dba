import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import {
  handClock,
  must,
  servicesOf,
  type HandClock,
} from '@atelier/application/commands/testing-commands.ts';
import { startRetentionRun } from '@atelier/application/privacy/retention-run.commands.ts';
import {
  approveRetention,
  proposeRetention,
} from '@atelier/application/privacy/retention-schedule.commands.ts';
import { findRetention, findRetentionInForce } from '@atelier/application/privacy/retention-view.queries.ts';
import { openWorld, type World } from '@atelier/application/projections/testing.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { NO_RETENTION } from '@atelier/domain/shared/retention.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createQueues, type JobQueue } from '../jobs/queues.ts';
import { systemCaller } from '../system-caller.ts';
import { keepRetention, RETENTION_TASK } from './retention.job.ts';
import { headquarters } from './testing-customers.ts';

let world: World;
let clock: HandClock;
let services: CommandServices;
let queue: JobQueue;

beforeAll(async () => {
  world = await openWorld();
  clock = handClock(new Date('2026-11-23T00:10:00Z'));
  services = servicesOf(world, clock);
  queue = createQueues({
    databaseUrl: world.database.appUrl,
    redisUrl: undefined,
    queues: 1,
    onError: () => undefined,
  })('retention-kept');
});
afterAll(async () => {
  await queue.close();
  await world.close();
});

const at = (moment: string): void => clock.advance(Date.parse(moment) - clock.now().getTime());

/** Jobs that wait to be worked on now, the minute's keeping done; the next day's are delayed. */
async function waitingAt(moment: string): Promise<number | undefined> {
  at(moment);
  const retention = await findRetentionInForce(world.store, clock.now());
  await keepRetention({ ...services, policy: () => ({ ...DEFAULT_POLICY, retention }) }, queue);
  return (await queue.counts())['waiting'];
}

const nextRun = async () => (await findRetention(world.db, world.store, clock.now())).next_run_at;

it('a schedule approved at ten past midnight is run at once, and said to be; then each day at 02:30 (product/privacy.md §7)', async () => {
  expect(await waitingAt('2026-11-23T00:10:00Z')).toBe(0);
  const schedule = { ...NO_RETENTION, on: true, default_months: 36 };
  must(await proposeRetention(services, headquarters(900), { schedule, reason: 'the law' }));
  must(await approveRetention(services, headquarters(901), { proposal: 1, note: null }));

  expect(await nextRun()).toBe('2026-11-23T00:10:00.000Z');
  expect(await waitingAt('2026-11-23T00:10:30Z')).toBe(1);
  at('2026-11-23T00:11:00Z');
  const retention = await findRetentionInForce(world.store, clock.now());
  const policy = () => ({ ...DEFAULT_POLICY, retention });
  await startRetentionRun({ ...services, policy }, systemCaller(clock, RETENTION_TASK));
  expect(await nextRun()).toBe('2026-11-24T02:30:00.000Z');

  expect(await waitingAt('2026-11-23T02:30:00Z')).toBe(1);
  expect(await waitingAt('2026-11-24T02:29:59Z')).toBe(1);
  expect(await waitingAt('2026-11-24T02:30:00Z')).toBe(2);
});
