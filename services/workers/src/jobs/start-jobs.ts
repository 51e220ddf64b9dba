import type { CommandServices } from '@atelier/store/commands/run-command.ts';
import { startImageSweep } from '../imaging/image-sweep.ts';
import type { JobSlice } from './job-slice.ts';
import { runPolicy } from './policy.ts';
import { createQueues } from './queues.ts';
import type { JobQueue, QueueOptions } from './queues.ts';

export interface JobsOptions {
  readonly services: CommandServices;
  readonly queues: QueueOptions;
  readonly slices: readonly JobSlice[];
  /** How often the log is asked for work that no queue knows of. */
  readonly reconcileMs: number;
  /** Told when other values are configured: schedules follow at once. Answers how to stop it. */
  readonly onRulesChanged?: (listener: () => void) => () => void;
  readonly onError: (error: unknown) => void;
}

export interface RunningJobs {
  /** No new jobs; what is under way is finished. */
  readonly stop: () => Promise<void>;
}

interface Running {
  readonly slice: JobSlice;
  readonly queue: JobQueue;
}

/** Starts every slice's queue, handler and policies, and brings back what the queues lost. */
export async function startJobs(options: JobsOptions): Promise<RunningJobs> {
  const open = createQueues(options.queues);
  const running = options.slices.map((slice): Running => ({ slice, queue: open(slice.queue) }));
  for (const { slice, queue } of running) queue.work(slice.handler(options.services));
  const abort = new AbortController();
  const policies = running.flatMap((each) => followPolicies(each, options, abort.signal));
  const reconcileAll = () => Promise.all(running.map((each) => reconcile(each, options)));
  const timer = setInterval(() => void reconcileAll(), options.reconcileMs);
  const stopListening = options.onRulesChanged?.(() => void reconcileAll());
  await reconcileAll();
  const sweep = startImageSweep(options);
  return {
    stop: async () => {
      clearInterval(timer);
      stopListening?.();
      abort.abort();
      await Promise.all([sweep.stop(), ...policies, ...running.map(({ queue }) => queue.close())]);
    },
  };
}

function followPolicies(
  { slice, queue }: Running,
  { services, onError }: JobsOptions,
  signal: AbortSignal,
): readonly Promise<void>[] {
  return slice.policies.map((policy) =>
    runPolicy(policy, {
      store: services.store,
      db: services.db,
      signal,
      onError,
      add: ({ name, data, key }) => queue.add(name, data, key),
    }),
  );
}

/** Commands commit with the queues down; this brings back what they lost (reliability.md R10). */
async function reconcile({ slice, queue }: Running, { services, onError }: JobsOptions): Promise<void> {
  try {
    await slice.reconcile?.(services, queue);
  } catch (error) {
    onError(error);
  }
}
