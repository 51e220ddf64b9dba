import { createPostgresBackend, Queue, withBackend, Worker } from 'bullmq';
import { randomUUID } from 'node:crypto';
import { QUEUE_ROLE, QUEUE_SCHEMA } from '@atelier/application/system/jobs/queue-schema.table.ts';
import { connectToRedis, queuePrefix } from '@atelier/application/shared/redis-connection.ts';
import { startRedisCluster, type TestRedisCluster } from '@atelier/tests/harness/redis-cluster.ts';
import { startRedis, type TestRedis } from '@atelier/tests/harness/redis.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { liveUrl, Screen, ticketFor } from '../../live/testing-screen.ts';
import { bearer, openApiWorld, signInAs, type ApiNode, type ApiWorld } from '../../testing/testing-api.ts';

const NAME = 'gilding';
/** A worker that shares two cores with other tests takes longer than the second that is the default. */
const PATIENCE = { timeout: 60_000 };

describe.each(['PostgreSQL', 'Redis', 'a Redis cluster'] as const)(
  'the jobs screen over queues on %s',
  (backend) => {
    let api: ApiWorld;
    let node: ApiNode;
    let token = '';
    let redis: TestRedis | TestRedisCluster | undefined;
    let isBroken = true;
    const closing: (() => Promise<unknown>)[] = [];
    let add: (id: string) => Promise<unknown>;

    beforeAll(async () => {
      if (backend === 'Redis') redis = await startRedis();
      if (backend === 'a Redis cluster') redis = await startRedisCluster();
      api = await openApiWorld();
      const databaseUrl = api.world.database.appUrl;
      node = await api.node({ live: true, config: { databaseUrl, redisUrl: redis?.url } });
      token = await signInAs(node.app, 'admin');
      await api.world.settle();
      const work = async () => {
        if (isBroken) throw new Error('no gold left for "Camille Laurent"');
      };
      if (redis === undefined) {
        const { Queue: PgQueue, Worker: PgWorker } = withBackend(createPostgresBackend);
        const options = `-c role=${QUEUE_ROLE}`;
        const connection = { connectionString: databaseUrl, options, schema: QUEUE_SCHEMA, max: 2 };
        const queue = new PgQueue(NAME, { connection });
        const worker = new PgWorker(NAME, work, { connection });
        closing.push(
          () => worker.close(),
          () => queue.close(),
        );
        add = (jobId) => queue.add('gild', {}, { jobId, attempts: 1 });
      } else {
        const [forQueue, forWorker] = [1, null].map((maxRetriesPerRequest) =>
          connectToRedis(redis?.url ?? '', { maxRetriesPerRequest }, () => undefined),
        );
        if (forQueue === undefined || forWorker === undefined) throw new Error('no connection');
        const prefix = queuePrefix(forQueue, NAME);
        const queue = new Queue(NAME, { connection: forQueue, prefix });
        const worker = new Worker(NAME, work, { connection: forWorker, prefix });
        queue.on('error', () => undefined);
        worker.on('error', () => undefined);
        closing.push(
          () => worker.close(),
          () => queue.close(),
          async () => [forQueue, forWorker].forEach((client) => client.disconnect()),
        );
        add = (jobId) => queue.add('gild', {}, { jobId, attempts: 1 });
      }
    });
    afterAll(async () => {
      for (const close of closing) await close();
      await api.close();
      await redis?.stop();
    });

    const rowsNow = async () => {
      const answer = await node.app.inject({ method: 'GET', url: '/api/jobs', headers: bearer(token) });
      return answer.json().data as { what: string; [field: string]: unknown }[];
    };
    const failed = async () => (await rowsNow()).filter(({ what }) => what === 'job');
    const retry = (payload: object, key: string = randomUUID()) => {
      const headers = { ...bearer(token), 'idempotency-key': key };
      return node.app.inject({ method: 'POST', url: '/api/jobs/retry', headers, payload });
    };

    it('shows a failed job with its attempts, without what it said of a person', async () => {
      await add('ring-1');
      const [job] = await vi.waitFor(async () => {
        const rows = await failed();
        expect(rows).toMatchObject([{ state: 'failed' }]);
        return rows;
      }, PATIENCE);
      expect(job).toMatchObject({
        queue: NAME,
        job_id: 'ring-1',
        attempts: 1,
        most_attempts: 1,
        error: 'no gold left for "…"',
      });
      const rows = await rowsNow();
      expect(rows.find(({ what, queue }) => what === 'queue' && queue === NAME)).toMatchObject({ failed: 1 });
      expect(rows.find(({ what, queue }) => what === 'task' && queue === NAME)).toMatchObject({
        name: 'gild',
        last_at: expect.stringMatching(/Z$/),
        next_at: null,
        pattern: '',
        failed: 1,
      });
      expect(rows.some(({ what }) => what === 'projection')).toBe(true);
    });

    it('does not try again without a reason, nor what is not there or has not failed', async () => {
      expect((await retry({ queue: NAME, job_id: 'ring-1', reason: ' ' })).statusCode).toBe(400);
      expect((await retry({ queue: NAME, job_id: 'ring-9', reason: 'x' })).statusCode).toBe(404);
      expect((await retry({ queue: 'nowhere', job_id: 'ring-1', reason: 'x' })).statusCode).toBe(404);
      isBroken = false;
      await add('ring-2');
      await vi.waitFor(async () => {
        const queue = (await rowsNow()).find((row) => row.what === 'queue' && row['queue'] === NAME);
        expect(queue?.['completed']).toBe(1);
      }, PATIENCE);
      expect((await retry({ queue: NAME, job_id: 'ring-2', reason: 'x' })).statusCode).toBe(404);
      isBroken = true;
      expect((await rowsNow()).filter(({ what }) => what === 'retry')).toEqual([]);
    });

    it('tries again with a reason: once for one key, sent live, and remembered with its reason', async () => {
      const screen = new Screen(liveUrl(node.app));
      await screen.opened();
      screen.send({ type: 'hello', ticket: await ticketFor(node.app, token) });
      screen.send({ type: 'subscribe', topics: ['jobs'] });
      const isOurs = ({ job_id }: { readonly [field: string]: unknown }) => job_id === 'ring-1';
      const row = await screen.until(
        () => screen.changes.flatMap(({ rows }) => rows).find(isOurs),
        'the failed job',
      );
      isBroken = false;
      const key = randomUUID();
      const body = { queue: NAME, job_id: 'ring-1', reason: 'gold has come' };
      const first = await retry(body, key);
      expect(first.statusCode).toBe(200);
      await screen.until(
        () => screen.changes.some(({ removed = [] }) => removed.some(({ id }) => id === row.id)),
        'that it is gone',
      );
      expect((await retry(body, key)).json().data).toEqual(first.json().data);
      expect(await failed()).toEqual([]);
      const notes = (await rowsNow()).filter(({ what }) => what === 'retry');
      expect(notes).toMatchObject([{ target: 'ring-1', reason: 'gold has come' }]);
    });

    it.runIf(backend !== 'PostgreSQL')(
      'says that the queues are down, and still what it knows otherwise',
      async () => {
        // A worker says goodbye to its Redis, and would wait for it.
        for (const close of closing.splice(0)) await close();
        await redis?.stop();
        redis = undefined;
        const rows = await rowsNow();
        expect(rows.some(({ what }) => what === 'down')).toBe(true);
        expect(rows.some(({ what }) => what === 'projection')).toBe(true);
        expect((await retry({ queue: NAME, job_id: 'ring-1', reason: 'x' })).statusCode).toBe(503);
      },
    );
  },
);
