import type { CommandServices } from '@atelier/store/commands/run-command.ts';
import { clearingJobs, reconcileClearing, scheduleClearing } from '../clearing/clearing.job.ts';
import type { ClearingSchedule } from '../clearing/clearing.job.ts';
import { CLEARING_QUEUE, clearingPolicy } from '../clearing/clearing.policy.ts';
import { startImageSweep } from '../imaging/image-sweep.ts';
import { runPolicy } from './policy.ts';
import { createQueues } from './queues.ts';
import type { JobQueue, QueueOptions } from './queues.ts';

export interface JobsOptions {
  readonly services: CommandServices;
  readonly queues: QueueOptions;
  readonly clearingSchedule: ClearingSchedule | undefined;
  /** How often the log is asked for work that no queue knows of. */
  readonly reconcileMs: number;
  readonly onError: (error: unknown) => void;
}

export interface RunningJobs {
  /** No new jobs; what is under way is finished. */
  readonly stop: () => Promise<void>;
}

/** Every slice's policies, queues and handlers. */
export async function startJobs(options: JobsOptions): Promise<RunningJobs> {
  const { services, onError } = options;
  const clearing = createQueues(options.queues)(CLEARING_QUEUE);
  const queues: Readonly<Record<string, JobQueue>> = { [CLEARING_QUEUE]: clearing };
  clearing.work(clearingJobs(services));
  const abort = new AbortController();
  const policies = [clearingPolicy].map((policy) =>
    runPolicy(policy, {
      store: services.store,
      db: services.db,
      signal: abort.signal,
      onError,
      add: (queue, { name, data, key }) => queueIn(queues, queue).add(name, data, key),
    }),
  );
  const timer = setInterval(() => void reconcile(options, clearing), options.reconcileMs);
  await reconcile(options, clearing);
  const sweep = startImageSweep({ services, onError });
  return {
    stop: async () => {
      clearInterval(timer);
      abort.abort();
      await Promise.all([sweep.stop(), ...policies, ...Object.values(queues).map((queue) => queue.close())]);
    },
  };
}

/** Commands commit with the queues down; this brings back what they lost (reliability.md R10). */
async function reconcile(
  { services, clearingSchedule, onError }: JobsOptions,
  clearing: JobQueue,
): Promise<void> {
  try {
    await scheduleClearing(clearing, clearingSchedule);
    await reconcileClearing(services, clearing);
  } catch (error) {
    onError(error);
  }
}

function queueIn(queues: Readonly<Record<string, JobQueue>>, name: string): JobQueue {
  const queue = queues[name];
  if (queue === undefined) throw new RangeError(`there is no queue ${name}`);
  return queue;
}
