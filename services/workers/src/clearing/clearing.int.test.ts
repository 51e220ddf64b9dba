import { DAY_MS } from '@atelier/domain/kernel.ts';
import { undoClearingRun, startClearingRun } from '@atelier/application/clearing/clearing.commands.ts';
import { findClearingRun, listClearable } from '@atelier/application/clearing/clearing.queries.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import {
  collect,
  deposit,
  handClock,
  must,
  newDeposit,
  repairAndReturn,
  sendToWarehouse,
  servicesOf,
  type HandClock,
} from '@atelier/application/commands/testing-commands.ts';
import { openWorld, TEST_NOW, type World } from '@atelier/application/projections/testing.ts';
import { startRedis, type TestRedis } from '@atelier/tests/harness/redis.ts';
import { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clearingSlice } from './clearing.job.ts';
import { startJobs, type RunningJobs } from '../jobs/start-jobs.ts';
import { systemCaller } from '../system-caller.ts';

const FILTER = {
  rmaIds: [],
  startDate: null,
  endDate: '2026-11-30',
  limit: 100,
  validPurchaseDateOnly: false,
};

/** All of Redis is lost, as by FLUSHALL (product/reliability.md §10). */
async function emptied({ url }: TestRedis): Promise<void> {
  const client = new Redis(url);
  await client.flushall();
  client.disconnect();
}

describe.each(['PostgreSQL', 'Redis'] as const)('order clearing with queues on %s', (backend) => {
  let world: World;
  let clock: HandClock;
  let services: CommandServices;
  let redis: TestRedis | undefined;
  let jobs: RunningJobs | undefined;

  beforeAll(async () => {
    redis = backend === 'Redis' ? await startRedis() : undefined;
    world = await openWorld();
    clock = handClock(TEST_NOW);
    services = servicesOf(world, clock);
  });
  afterAll(async () => {
    await jobs?.stop();
    await world.close();
    await redis?.stop();
  });

  const begin = async () => {
    jobs = await startJobs({
      services,
      queues: { databaseUrl: world.database.appUrl, redisUrl: redis?.url, onError: () => undefined },
      slices: [clearingSlice(undefined)],
      reconcileMs: 300,
      onError: () => undefined,
    });
  };
  const waiting = async (tracking: string): Promise<number> => {
    const { itemId } = await deposit(services, await newDeposit(world));
    await sendToWarehouse(services, [itemId], `${tracking}-out`);
    await repairAndReturn(services, itemId, `${tracking}-back`);
    return itemId;
  };
  const statusOf = (itemId: number) =>
    world.asked({ kind: 'all' }, (trx) =>
      trx
        .selectFrom('item_row')
        .select(['status', 'custody_kind', 'administrative', 'status_entered_at'])
        .where('id', '=', itemId)
        .executeTakeFirstOrThrow(),
    );
  const start = async (filter = FILTER): Promise<number> => {
    const outcome = must(await startClearingRun(services, systemCaller(clock, 'test'), filter, false));
    return Number(outcome.answer?.['run_id']);
  };
  const ended = async (runId: number) => {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const run = await findClearingRun(world.db, runId);
      if (run !== undefined && run.state !== 'running') return run;
      await sleep(50);
    }
    throw new Error('the run did not end within ten seconds');
  };

  it('previews without changing anything, then clears what the preview showed', async () => {
    const [first, second] = [await waiting('A'), await waiting('B')];
    const preview = await listClearable(world.db, FILTER);
    expect(preview.map(({ id }) => id)).toEqual([first, second]);
    expect((await statusOf(first)).status).toBe(15);
    await begin();
    const run = await ended(await start());
    expect(run).toMatchObject({ state: 'done', cleared: [first, second], skipped: [] });
    expect(await statusOf(first)).toMatchObject({ status: 16, custody_kind: 'site', administrative: true });
  });

  it('reports what its environment gives to the configuration', async () => {
    const { rows } = await sql<object>`select key, value from installed_settings order by key`.execute(
      world.db,
    );
    expect(rows).toEqual([
      { key: 'clearing_after_days', value: null },
      { key: 'schedule_clearing', value: null },
    ]);
  });

  it('undoes a run whole, with the waiting time as it was, and lists what was handed over since', async () => {
    const [kept, taken] = [await waiting('C'), await waiting('D')];
    const before = (await statusOf(kept)).status_entered_at;
    const runId = await start();
    await ended(runId);
    clock.advance(DAY_MS);
    await collect(services, taken);
    must(await undoClearingRun(services, systemCaller(clock, 'test'), runId, 'asked for too many'));
    const run = await findClearingRun(world.db, runId);
    expect(run).toMatchObject({
      state: 'undone',
      restored: [kept],
      undo_skipped: [{ itemId: taken, because: 'already_handed_over' }],
    });
    expect(await statusOf(kept)).toMatchObject({ status: 15, status_entered_at: before });
  });

  it('leaves what waits since another day, and stops at its limit', async () => {
    expect(await listClearable(world.db, { ...FILTER, endDate: '2026-11-01' })).toEqual([]);
    expect(await listClearable(world.db, { ...FILTER, limit: 1 })).toHaveLength(1);
  });

  it('clears a run that no queue remembers: what the log calls due comes back', async () => {
    await jobs?.stop();
    const itemId = await waiting('E');
    const runId = await start();
    if (redis !== undefined) await emptied(redis);
    await begin();
    await ended(runId);
    expect((await statusOf(itemId)).status).toBe(16);
  });
});
