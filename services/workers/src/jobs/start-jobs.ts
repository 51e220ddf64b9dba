import { isConnectionLost } from '@atelier/application/platform/connection-lost.ts';
import { postgresDependency, redisDependency } from '@atelier/application/shared/dependencies.ts';
import { pingRedis } from '@atelier/application/shared/check-redis.ts';
import { Outages, type Dependency } from '@atelier/application/platform/outages.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { runJobOf, type JobSlice } from './job-slice.ts';
import { runReaction } from './reaction.ts';
import { createQueues, type JobQueue, type QueueOptions } from './queues.ts';

export interface JobsOptions {
  readonly services: CommandServices;
  readonly queues: Omit<QueueOptions, 'queues'>;
  readonly slices: readonly JobSlice[];
  /** How often the log is asked for work that no queue knows of. */
  readonly reconcileMs: number;
  /** Calls the listener when configured values change: schedules follow at once. Returns how to stop it. */
  readonly onRulesChanged?: (listener: () => void) => () => void;
  readonly onError: (error: unknown) => void;
  /** Reports when the queues' server is away; their return brings back what they lost. */
  readonly outages?: Outages;
}

export interface RunningJobs {
  /** No new jobs; what is under way is finished. */
  readonly stop: () => Promise<void>;
}

interface Running {
  readonly slice: JobSlice;
  readonly queue: JobQueue;
}

/** Starts every slice's queue, jobs and reactions, and brings back what the queues lost. */
export async function startJobs(given: JobsOptions): Promise<RunningJobs> {
  const outages = given.outages ?? new Outages();
  const options = withLossReported(given, outages);
  const open = createQueues({ ...options.queues, queues: options.slices.length });
  const running = options.slices.map((slice): Running => ({ slice, queue: open(slice.queue) }));
  for (const { slice, queue } of running) queue.work(runJobOf(slice, options.services), slice.concurrency);
  const abort = new AbortController();
  const reactions = running.flatMap((each) => startReactions(each, options, abort.signal));
  const reconciling = new Set<Promise<unknown>>();
  const reconcileAll = () => {
    const run = Promise.all(running.map((each) => reconcile(each, options)));
    reconciling.add(run);
    return run.finally(() => reconciling.delete(run));
  };
  const dependency = queueDependency(options.queues);
  outages.watch({
    ...dependency,
    probe: async () => {
      // A new connection says why there is none; those of the queues only that they gave up.
      if (options.queues.redisUrl !== undefined) await pingRedis(options.queues.redisUrl);
      await Promise.all(running.map(({ queue }) => queue.counts()));
    },
    onReturn: reconcileAll,
  });
  await outages.check();
  const timer = setInterval(() => void reconcileAll(), options.reconcileMs);
  const stopListening = options.onRulesChanged?.(() => void reconcileAll());
  // What is away is asked when it is back: a start does not wait for it.
  if (!outages.isAway(dependency.name)) await reconcileAll();
  return {
    stop: async () => {
      clearInterval(timer);
      stopListening?.();
      outages.stop();
      abort.abort();
      // A queue that closes never answers what it is asked meanwhile: what adds jobs ends first.
      await Promise.all([...reactions, ...reconciling]);
      await Promise.all(running.map(({ queue }) => queue.close()));
    },
  };
}

const queueDependency = ({ redisUrl, databaseUrl }: JobsOptions['queues']): Dependency =>
  redisUrl === undefined ? postgresDependency(databaseUrl) : redisDependency(redisUrl);

/** The same options, with lost connections reported to the outages too. A call to a queue that is tried again is no error. */
function withLossReported(options: JobsOptions, outages: Outages): JobsOptions {
  const onError = (error: unknown): void => {
    if (isConnectionLost(error)) outages.suspect();
    options.onError(error);
  };
  return { ...options, onError, queues: { ...options.queues, onError, onLost: () => outages.suspect() } };
}

function startReactions(
  { slice, queue }: Running,
  { services, onError }: JobsOptions,
  signal: AbortSignal,
): readonly Promise<void>[] {
  return slice.reactions.map((reaction) =>
    runReaction(reaction, {
      services,
      signal,
      onError,
      add: ({ name, data, key }) => queue.add(name, data, key),
    }),
  );
}

/** Commands commit with the queues down; this brings back what they lost (product/reliability.md §10). */
async function reconcile({ slice, queue }: Running, { services, onError }: JobsOptions): Promise<void> {
  try {
    await slice.reconcile?.(services, queue);
  } catch (error) {
    onError(error);
  }
}
