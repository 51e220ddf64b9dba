import { handClock, servicesOf } from '@atelier/application/commands/testing-commands.ts';
import { openWorld, TEST_NOW } from '@atelier/application/projections/testing.ts';
import { createTestDatabase, type TestDatabase } from '@atelier/tests/harness/postgres.ts';
import { startRedis, type TestRedis } from '@atelier/tests/harness/redis.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createQueues, type DueJob, type JobQueue } from './queues.ts';
import { startJobs } from './start-jobs.ts';
import { openGate, type Gate } from './testing-gate.ts';

/** The longest wait of any job after its queue is back. */
const resumesWithin = { timeout: 60_000, interval: 50 };
const awayMs = 1_500;

describe.each(['PostgreSQL', 'Redis'] as const)('a queue on %s that is away for a while', (backend) => {
  let database: TestDatabase;
  let redis: TestRedis | undefined;
  let gate: Gate;
  let queue: JobQueue;
  /** Over a separate connection, which is never cut. */
  let other: JobQueue;

  beforeAll(async () => {
    database = await createTestDatabase();
    redis = backend === 'Redis' ? await startRedis() : undefined;
  });
  beforeEach(async () => {
    gate = await openGate(redis?.url ?? database.appUrl);
    queue = open(gate.url);
    other = open(redis?.url ?? database.appUrl);
  });
  afterEach(async () => {
    // The library waits for ever for the end of a Redis connection that is between two tries to connect.
    if (redis !== undefined) await sleep(2_500);
    await Promise.all([queue.close(), other.close()]);
    await gate.cut();
  });
  afterAll(async () => {
    await database.drop();
    await redis?.stop();
  });

  const open = (url: string): JobQueue => {
    const redisUrl = redis === undefined ? undefined : url;
    return createQueues({ databaseUrl: url, redisUrl, queues: 1, onError: () => undefined })('away');
  };
  const completed = async (): Promise<number> => (await other.counts())['completed'] ?? 0;

  it('records the end of a job that ended meanwhile', async () => {
    const before = await completed();
    queue.work(async () => {
      await gate.cut();
      setTimeout(() => void gate.mend(), awayMs);
    });
    await other.add('ends', {}, `ends-${backend}`);
    await sleep(awayMs);
    await expect.poll(completed, resumesWithin).toBe(before + 1);
  });

  it(
    'begins a job that was added while its idle worker could not be reached',
    { timeout: 40_000 },
    async () => {
      const begun: string[] = [];
      queue.work(async ({ name }) => void begun.push(name));
      await other.add('first', {}, `first-${backend}`);
      await expect.poll(() => begun, resumesWithin).toEqual(['first']);
      await gate.cut();
      await other.add('second', {}, `second-${backend}`);
      await sleep(awayMs);
      await gate.mend();
      await expect.poll(() => begun, resumesWithin).toEqual(['first', 'second']);
    },
  );
});

describe.each(['PostgreSQL', 'Redis'] as const)('jobs with queues on %s', (backend) => {
  it('ask the log for lost work as soon as the queue is back', async () => {
    const world = await openWorld();
    const redis = backend === 'Redis' ? await startRedis() : undefined;
    const gate = await openGate(redis?.url ?? world.database.appUrl);
    let reconciled = 0;
    const jobs = await startJobs({
      services: servicesOf(world, handClock(TEST_NOW)),
      queues: {
        databaseUrl: redis === undefined ? gate.url : world.database.appUrl,
        redisUrl: redis && gate.url,
        onError: () => undefined,
      },
      slices: [
        {
          queue: 'lost',
          reactions: [],
          jobs: [],
          reconcile: async () => void (reconciled += 1),
        },
      ],
      reconcileMs: 600_000,
      onError: () => undefined,
    });
    expect(reconciled).toBe(1);
    await gate.cut();
    await sleep(awayMs);
    expect(reconciled).toBe(1);
    await gate.mend();
    await expect.poll(() => reconciled, resumesWithin).toBe(2);
    if (redis !== undefined) await sleep(2_500);
    await jobs.stop();
    await gate.cut();
    await world.close();
    await redis?.stop();
  });
});

describe('queues on PostgreSQL', () => {
  it('hold a connection each and few besides, however many there are', async () => {
    const database = await createTestDatabase();
    const names = Array.from({ length: 12 }, (_, index) => `one-${index}`);
    const open = createQueues({
      queues: names.length,
      databaseUrl: database.appUrl,
      redisUrl: undefined,
      onError: () => undefined,
    });
    const queues = names.map((name) => open(name));
    const done: string[] = [];
    for (const queue of queues) queue.work(async ({ name }) => void done.push(name));
    await Promise.all(queues.map((queue, index) => queue.add(`job-${index}`, {}, `key-${index}`)));
    await expect.poll(() => done.length, resumesWithin).toBe(12);
    const client = new Client({ connectionString: database.adminUrl });
    await client.connect();
    const { rows } = await client.query(
      // Not what the server runs in this database for itself, as a vacuum.
      `select count(*)::int as held from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    await client.end();
    expect(rows[0].held).toBeLessThanOrEqual(15);
    await Promise.all(queues.map((queue) => queue.close()));
    await database.drop();
  });
});

describe('a job whose database is away', () => {
  it('is tried until it is back, and keeps its attempts', async () => {
    const database = await createTestDatabase();
    const queue = createQueues({
      queues: 1,
      databaseUrl: database.appUrl,
      redisUrl: undefined,
      onError: () => undefined,
    })('patient');
    const seen: Pick<DueJob, 'isLastAttempt'>[] = [];
    queue.work(async ({ isLastAttempt }) => {
      seen.push({ isLastAttempt });
      if (seen.length > 9) return;
      throw Object.assign(new Error('the database system is starting up'), { code: '57P03' });
    });
    await queue.add('waits', {}, 'waits');
    await expect.poll(async () => (await queue.counts())['completed'], { timeout: 40_000 }).toBe(1);
    expect(seen).toEqual(Array.from({ length: 10 }, () => ({ isLastAttempt: false })));
    await queue.close();
    await database.drop();
  });
});
