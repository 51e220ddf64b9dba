import { isConnectionLost } from '@atelier/application/platform/connection-lost.ts';
import { withoutQuotes } from '@atelier/application/platform/plain-error.ts';
import {
  connectToRedis,
  queuePrefix,
  type RedisConnection,
} from '@atelier/application/shared/redis-connection.ts';
import { connectionTo } from '@atelier/postgres/connection/connection-to.ts';
import { DelayedError, Queue, withBackend, Worker, type JobsOptions } from 'bullmq';
import { Pool } from 'pg';
import { postgresBackend, redisBackend } from './queue-backend.ts';
import { QUEUE_ROLE, QUEUE_SCHEMA } from './queue-schema.ts';

/** A job as a handler sees it. At-least-once: a handler must be idempotent by the job's key. */
export interface DueJob {
  readonly name: string;
  readonly data: JobData;
  readonly id: string | undefined;
  /** Whether a failure now is final: no automatic retry follows. */
  readonly isLastAttempt: boolean;
  readonly progress: (done: number, total: number) => Promise<void>;
}

/** Ids only: a job never carries personal data. */
export type JobData = Readonly<Record<string, string | number | boolean>>;

export interface JobQueue {
  /** The same key is the same job, however often it is added while it is known to the queue. */
  readonly add: (name: string, data: JobData, key: string) => Promise<void>;
  /** A repeated job by cron pattern, in UTC; the same key replaces the schedule. */
  readonly schedule: (key: string, pattern: string, name: string, data: JobData) => Promise<void>;
  readonly unschedule: (key: string) => Promise<void>;
  readonly counts: () => Promise<Readonly<Record<string, number>>>;
  /** Begins to work on the jobs of this queue. */
  readonly work: (handler: (job: DueJob) => Promise<void>, concurrency?: number) => void;
  readonly close: () => Promise<void>;
}

/** Thrown by a handler whose job has to go on later; that is no failure, and costs no attempt. */
export class NotYet extends Error {
  override name = 'NotYet';
  readonly waitMs: number;
  constructor(waitMs: number) {
    super(`to go on in ${waitMs} ms`);
    this.waitMs = waitMs;
  }
}

export interface QueueOptions {
  readonly databaseUrl: string;
  /** Redis carries the queues when given; PostgreSQL does otherwise. */
  readonly redisUrl: string | undefined;
  /** Queues that will be opened, which bounds the connections to PostgreSQL: one each, and `SPARE_CONNECTIONS`. */
  readonly queues: number;
  readonly onError: (error: unknown) => void;
  /** Called for each call to a queue that failed for want of a connection; the queue retries automatically. */
  readonly onLost?: (error: unknown) => void;
}

export type OpenQueue = (name: string) => JobQueue;
type OnFailure = (error: unknown) => void;

/** Queues on Redis with `REDIS_URL`, on PostgreSQL without: the same library and the same behaviour. */
export function createQueues(options: QueueOptions): OpenQueue {
  const { redisUrl, onError, onLost = () => undefined } = options;
  return redisUrl === undefined ? postgresQueues(options, onLost) : redisQueues(redisUrl, onError, onLost);
}

/** All queues share one pool, from which each worker keeps a connection to be notified on. */
function postgresQueues({ databaseUrl, queues, onError }: QueueOptions, onLost: OnFailure): OpenQueue {
  const { Queue: PgQueue, Worker: PgWorker } = withBackend(postgresBackend(onLost));
  const pool = new Pool({
    ...connectionTo(databaseUrl),
    options: `-c role=${QUEUE_ROLE} -c search_path=${QUEUE_SCHEMA}`,
    max: queues + SPARE_CONNECTIONS,
    application_name: 'atelier jobs',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  // Every queue and worker listens for the pool's errors; a checked-out client without a listener would end the process.
  pool.setMaxListeners(0);
  pool.on('connect', (client) => client.on('error', () => undefined));
  // The pool reports a lost connection to each of them, and the failing call reports it as well.
  const onQueueError = (error: unknown): void => (isConnectionLost(error) ? onLost(error) : onError(error));
  let open = 0;
  const closing = async (close: () => Promise<void>): Promise<void> => {
    await close();
    open -= 1;
    if (open === 0) await pool.end();
  };
  return (name) => {
    open += 1;
    const queue = new PgQueue(name, { connection: pool });
    queue.on('error', onQueueError);
    const shared = jobQueue(queue, (process, more) => {
      const worker = new PgWorker(name, process, { connection: pool, ...WORKER, ...more });
      worker.on('error', onQueueError);
      return worker;
    });
    return { ...shared, close: () => closing(shared.close) };
  };
}

/** Commands that wait for a lost Redis would hang the caller, hence no retries for the queue; workers wait for ever. */
function redisQueues(url: string, onError: OnFailure, onLost: OnFailure): OpenQueue {
  const connect = (maxRetriesPerRequest: number | null) =>
    connectToRedis(url, { maxRetriesPerRequest, socketTimeout: SILENT_FOR_MS }, onError);
  const backend = redisBackend(onLost);
  return (name) => {
    const forQueue = connect(1);
    const forWorker: RedisConnection[] = [];
    const prefix = queuePrefix(forQueue, name);
    const bare = new Queue(name, { connection: forQueue, prefix }, backend);
    bare.on('error', onError);
    const queue = jobQueue(bare, (process, more) => {
      const connection = connect(null);
      forWorker.push(connection);
      const worker = new Worker(name, process, { connection, prefix, ...WORKER, ...more }, backend);
      worker.on('error', onError);
      return worker;
    });
    const close = async () => {
      await queue.close();
      for (const redis of [forQueue, ...forWorker]) redis.disconnect();
    };
    return { ...queue, close };
  };
}

const CONNECT_WITHIN_MS = 2_000;
/** For the calls of all queues together; each is a few milliseconds. */
const SPARE_CONNECTIONS = 3;
/** Longer than Redis keeps an idle worker waiting, which is five seconds. */
const SILENT_FOR_MS = 7_000;
/**
 * Together they bound how long an unworked job waits, though a worker had claimed it: its lock ends, then
 * one more check for stalled jobs takes it back. Work that loses its lock meanwhile is done twice, which handlers allow.
 */
const WORKER = {
  concurrency: 2,
  lockDuration: 5_000,
  stalledInterval: 2_000,
  maxStalledCount: 10,
  /** Between two tries to claim or to finish a job while the queue is away. */
  runRetryDelay: 1_000,
  /** Seconds after which an idle worker checks for delayed jobs that have become due. */
  drainDelay: 8,
} as const;
/** A job whose database is away is tried again after so long, and its attempts are not counted. */
const AWAY_MS = 1_000;
const BACKOFF_MS = 1_000;
/** Finished jobs are forgotten after a while, so that the reconciler may add what the log still calls due. */
const JOB: JobsOptions = {
  attempts: 8,
  backoff: { type: 'exponential', delay: BACKOFF_MS, jitter: 0.5 },
  removeOnComplete: { age: 3_600, count: 1_000 },
  removeOnFail: { age: 7 * 86_400 },
};

/** What both backends' queues have in common. */
interface AnyQueue {
  add(name: string, data: JobData, options: JobsOptions): Promise<unknown>;
  upsertJobScheduler: Queue['upsertJobScheduler'];
  removeJobScheduler(key: string): Promise<boolean>;
  getJobCounts(): Promise<Record<string, number>>;
  getJob(key: string): Promise<{ isFailed(): Promise<boolean>; remove(): Promise<void> } | undefined>;
  close(): Promise<void>;
}
interface AnyJob {
  readonly name: string;
  readonly data: JobData;
  readonly id?: string | undefined;
  readonly attemptsMade: number;
  readonly opts: { readonly attempts?: number | undefined };
  updateProgress(progress: object): Promise<void>;
  moveToDelayed(timestamp: number, token?: string): Promise<void>;
}
interface AnyWorker {
  close(): Promise<void>;
}

/** With the token of the worker's lock on the job. */
type Process = (job: AnyJob, token?: string) => Promise<void>;

type StartWorker = (process: Process, more: { readonly concurrency?: number }) => AnyWorker;

function jobQueue(queue: AnyQueue, startWorker: StartWorker): JobQueue {
  const workers: AnyWorker[] = [];
  return {
    add: async (name, data, key) => {
      await forgetFailed(queue, key);
      await queue.add(name, data, { ...JOB, jobId: key });
    },
    schedule: async (key, pattern, name, data) => {
      await queue.upsertJobScheduler(key, { pattern, tz: 'UTC' }, { name, data, opts: JOB });
    },
    unschedule: async (key) => {
      await queue.removeJobScheduler(key);
    },
    counts: () => queue.getJobCounts(),
    work: (handler, concurrency) => {
      const process: Process = (job, token) =>
        handler(dueJob(job)).catch((error) => giveBack(job, token, error));
      workers.push(startWorker(process, concurrency === undefined ? {} : { concurrency }));
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
      await queue.close();
    },
  };
}

/**
 * A job that has to go on later waits, and so does one whose database is away, which says nothing about it: both keep their attempts. Any other failure
 * is the job's own; the queue keeps its words for a week, and shows them, so they must quote no person.
 */
async function giveBack(job: AnyJob, token: string | undefined, error: unknown): Promise<never> {
  const waitMs = error instanceof NotYet ? error.waitMs : isConnectionLost(error) ? AWAY_MS : undefined;
  if (waitMs === undefined) throw withoutQuotes(error);
  await job.moveToDelayed(Date.now() + waitMs, token);
  throw new DelayedError();
}

/** A job that used up its attempts would keep its key for ever; asked for again, it begins again. */
async function forgetFailed(queue: AnyQueue, key: string): Promise<void> {
  const job = await queue.getJob(key);
  if (job !== undefined && (await job.isFailed())) await job.remove();
}

function dueJob(job: AnyJob): DueJob {
  return {
    name: job.name,
    data: job.data,
    id: job.id,
    isLastAttempt: job.attemptsMade + 1 >= (job.opts.attempts ?? 1),
    progress: (done, total) => job.updateProgress({ done, total }),
  };
}
