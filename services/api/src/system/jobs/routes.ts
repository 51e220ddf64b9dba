import {
  jobRetryResponse,
  jobRetryBody,
  jobsResponse,
  parkedReleaseBody,
} from '@atelier/contracts/system/jobs/schema.ts';
import { holdsAny } from '@atelier/domain/identity/principal.ts';
import { listParkedStreams } from '@atelier/application/system/jobs/jobs.queries.ts';
import { noteRetry } from '@atelier/application/system/jobs/retry.commands.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices } from '../../http/caller.ts';
import type { ApiDeps } from '../../http/deps.ts';
import { ok } from '../../http/envelope.ts';
import { ApiError, unavailable } from '../../http/errors.ts';
import { defineRoute } from '../../http/route.ts';
import { readJobs, type UnversionedRow } from './job-rows.ts';
import type { QueuePort } from './queue-port.ts';
import { createQueueReader } from './queue-reader.ts';

/** Reading asks for the permission to view the configuration; retrying, for the one of its engine. */
const READ = { permission: 'view system config', scope: 'house' } as const;
const RETRY = { permission: 'engine system config', scope: 'house' } as const;

/** Queues, jobs and parked streams (product/system.md §3): shown live, and retried with a reason. */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  const queues = openQueues(app, deps);
  deps.live?.poll({
    covers: (topic) => topic === 'jobs',
    mayReceive: ({ permissions }) => holdsAny(permissions, READ.permission),
    read: () => readJobs(deps, queues),
  });
  defineRoute(app, {
    ...READ,
    method: 'GET',
    url: '/jobs',
    summary:
      'Queues, jobs under way and failed, schedules, projections and what they set aside, as it is now',
    response: jobsResponse,
    handler: async () => {
      const version = deps.clock.now().getTime();
      const versioned = (row: UnversionedRow) => ({ ...row, version });
      return ok((await readJobs(deps, queues)).map(versioned));
    },
  });
  retryRoute(app, deps, queues);
  releaseRoute(app, deps);
}

/** Opened at the first readAll: a node that serves no jobs screen holds no connection for them. */
function openQueues(app: FastifyInstance, { config, log }: ApiDeps): QueuePort {
  let opened: QueuePort | undefined;
  const port = (): QueuePort => {
    if (config.databaseUrl === undefined) throw unavailable('queues_down');
    opened ??= createQueueReader({
      databaseUrl: config.databaseUrl,
      redisUrl: config.redisUrl,
      onError: (error) => log.debug({ err: error }, 'queue connection failed, reconnecting'),
    });
    return opened;
  };
  app.addHook('onClose', async () => opened?.close());
  return {
    readAll: async () => port().readAll(),
    find: async (queue, jobId) => port().find(queue, jobId),
    retry: async (queue, jobId) => port().retry(queue, jobId),
    close: async () => opened?.close(),
  };
}

/** First the event, then the queue: sent again after a cut in between, it is one event and the job is tried all the same. */
function retryRoute(app: FastifyInstance, deps: ApiDeps, queues: QueuePort): void {
  defineRoute(app, {
    ...RETRY,
    method: 'POST',
    url: '/jobs/retry',
    summary:
      'A failed job begins anew, one waiting for its next attempt is tried now; who and why is recorded',
    body: jobRetryBody,
    response: jobRetryResponse,
    handler: async (input) => {
      const { queue, job_id: jobId, reason } = input.body;
      const outcome = accepted(
        await noteRetry(commandServices(deps), callerOf(input), async () => {
          const job = await reached(queues.find(queue, jobId));
          const hasFailed = job?.state === 'failed' || job?.state === 'retrying';
          return hasFailed ? { queue, jobId, name: job.name, reason } : undefined;
        }),
      );
      await reached(queues.retry(queue, jobId));
      const data = { retry_id: Number(outcome.answer?.['retry_id']) };
      return ok(data, { message: 'update success', position: outcome.position });
    },
  });
}

/** Queues that cannot be reached are a 503, not our defect. */
async function reached<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ApiError ? error : unavailable('queues_down');
  }
}

function releaseRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...RETRY,
    method: 'POST',
    url: '/jobs/release',
    summary: 'Retry a parked stream of a projection; person and reason are recorded',
    body: parkedReleaseBody,
    response: jobRetryResponse,
    handler: async (input) => {
      const { projection, stream_id: streamId, reason } = input.body;
      const outcome = accepted(
        await noteRetry(commandServices(deps), callerOf(input), async () => {
          const parked = await listParkedStreams(deps.db, 10_000);
          const isThere = parked.some((row) => row.projection === projection && row.stream_id === streamId);
          return isThere ? { projection, streamId, reason } : undefined;
        }),
      );
      const data = { retry_id: Number(outcome.answer?.['retry_id']) };
      return ok(data, { message: 'update success', position: outcome.position });
    },
  });
}
