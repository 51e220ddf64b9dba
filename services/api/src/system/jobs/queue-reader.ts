import { withTimeout } from '@atelier/postgres/with-timeout.ts';
import { QUEUE_ROLE, QUEUE_SCHEMA } from '@atelier/application/system/jobs/queue-schema.table.ts';
import { connectToRedis, queueNames, queuePrefix } from '@atelier/application/shared/redis-connection.ts';
import { connectionTo } from '@atelier/postgres/connection/connection-to.ts';
import { createPostgresBackend, Queue, withBackend } from 'bullmq';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { snapshotOf, foundJob, type AnyQueue } from './queue-snapshot.ts';
import type { QueuePort } from './queue-port.ts';

export interface QueuePlace {
  readonly databaseUrl: string;
  /** Redis carries the queues when given; PostgreSQL does otherwise. */
  readonly redisUrl: string | undefined;
  readonly onError: (error: unknown) => void;
}

/** How one backend is asked: which queues there are, and one of them. */
interface Backend {
  readonly names: () => Promise<readonly string[]>;
  readonly open: (name: string) => AnyQueue;
  readonly close: () => Promise<void>;
}

/** Reads the queues of the workers, wherever they live. Whatever queues there are, also those of a later release. */
export function createQueueReader(place: QueuePlace): QueuePort {
  const backend = place.redisUrl === undefined ? onPostgres(place) : onRedis(place.redisUrl, place.onError);
  const queues = new Map<string, AnyQueue>();
  const queue = (name: string): AnyQueue => {
    const known = queues.get(name) ?? backend.open(name);
    queues.set(name, known);
    return known;
  };
  const existing = async (name: string) => ((await backend.names()).includes(name) ? queue(name) : undefined);
  return {
    readAll: () =>
      bounded(async () => {
        const names = await backend.names();
        return Promise.all(names.map((name) => snapshotOf(name, queue(name))));
      }),
    find: (name, jobId) =>
      bounded(async () => {
        const job = await (await existing(name))?.getJob(jobId);
        return job === undefined ? undefined : foundJob(job, await job.getState());
      }),
    retry: (name, jobId) =>
      bounded(async () => {
        const job = await (await existing(name))?.getJob(jobId);
        const state = await job?.getState();
        if (state === 'failed') await job?.retry('failed', { resetAttemptsMade: true });
        else if (state === 'delayed') await job?.promote();
      }),
    close: async () => {
      // Unreachable queues do not close cleanly; the shutdown does not wait for them.
      const goodbyes = Promise.allSettled([...queues.values()].map((each) => each.close()));
      await Promise.race([goodbyes, sleep(PATIENCE_MS)]);
      await backend.close();
    },
  };
}

const PATIENCE_MS = 2_000;
const ANSWER_MS = 5_000;

/** The library waits for a lost connection without an end; its callers do not. */
const bounded = <T>(work: () => Promise<T>): Promise<T> =>
  withTimeout(work(), ANSWER_MS, () => new Error('the queues did not answer in time'));

function onPostgres({ databaseUrl, onError }: QueuePlace): Backend {
  const pool = new Pool({
    ...connectionTo(databaseUrl),
    options: `-c role=${QUEUE_ROLE} -c statement_timeout=5s -c search_path=${QUEUE_SCHEMA}`,
    max: 2,
    application_name: 'atelier api jobs',
    connectionTimeoutMillis: PATIENCE_MS,
  });
  // Each queue listens for the pool's errors too.
  pool.setMaxListeners(0);
  pool.on('error', onError);
  const { Queue: PgQueue } = withBackend(createPostgresBackend);
  return {
    names: async () => {
      const sql = `select distinct queue from ${QUEUE_SCHEMA}.meta order by queue`;
      return (await pool.query<{ queue: string }>(sql)).rows.map((row) => row.queue);
    },
    open: (name) => {
      const queue = new PgQueue(name, { connection: pool });
      // The pool itself reports what it lost.
      queue.on('error', () => undefined);
      return queue;
    },
    close: () => pool.end(),
  };
}

/** A lost Redis fails at once instead of being waited for. */
function onRedis(url: string, onError: (error: unknown) => void): Backend {
  const patience = {
    maxRetriesPerRequest: 1,
    connectTimeout: PATIENCE_MS,
    commandTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  };
  const redis = connectToRedis(url, patience, onError);
  return {
    names: () => queueNames(redis),
    open: (name) => {
      const queue = new Queue(name, { connection: redis, prefix: queuePrefix(redis, name) });
      queue.on('error', onError);
      return queue;
    },
    close: async () => redis.disconnect(),
  };
}
