import { isConnectionLost } from '@atelier/application/connection-lost.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import type { JobSlice } from './job-slice.ts';
import { runPolicy } from './policy.ts';
import { createQueues } from './queues.ts';
import type { JobQueue, QueueOptions } from './queues.ts';
import { createRecoveryProbe } from './recovery-probe.ts';
import type { RecoveryProbe } from './recovery-probe.ts';

export interface JobsOptions {
  readonly services: CommandServices;
  readonly queues: Omit<QueueOptions, 'queues'>;
  readonly slices: readonly JobSlice[];
  /** How often the log is asked for work that no queue knows of. */
  readonly reconcileMs: number;
  /** Calls the listener when configured values change: schedules follow at once. Returns how to stop it. */
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

const PROBE_MS = 1_000;

/** Starts every slice's queue, handler and policies, and brings back what the queues lost. */
export async function startJobs(given: JobsOptions): Promise<RunningJobs> {
  const recovery = createRecoveryProbe({
    probe: () => Promise.all(running.map(({ queue }) => queue.counts())),
    onReturn: () => reconcileAll(),
    everyMs: PROBE_MS,
  });
  const options = withLossReported(given, recovery);
  const open = createQueues({ ...options.queues, queues: options.slices.length });
  const running = options.slices.map((slice): Running => ({ slice, queue: open(slice.queue) }));
  for (const { slice, queue } of running) queue.work(slice.handler(options.services), slice.concurrency);
  const abort = new AbortController();
  const policies = running.flatMap((each) => startPolicies(each, options, abort.signal));
  const reconcileAll = () => Promise.all(running.map((each) => reconcile(each, options)));
  const timer = setInterval(() => void reconcileAll(), options.reconcileMs);
  const stopListening = options.onRulesChanged?.(() => void reconcileAll());
  await reconcileAll();
  return {
    stop: async () => {
      clearInterval(timer);
      stopListening?.();
      await recovery.stop();
      abort.abort();
      await Promise.all([...policies, ...running.map(({ queue }) => queue.close())]);
    },
  };
}

/** The same options, with lost connections reported to the recovery probe too. A queue's are reported once. */
function withLossReported(options: JobsOptions, recovery: RecoveryProbe): JobsOptions {
  const onError = (error: unknown): void => {
    if (isConnectionLost(error)) recovery.lost();
    options.onError(error);
  };
  const onLost = (error: unknown): void => {
    if (recovery.lost()) options.onError(error);
  };
  return { ...options, onError, queues: { ...options.queues, onError, onLost } };
}

function startPolicies(
  { slice, queue }: Running,
  { services, onError }: JobsOptions,
  signal: AbortSignal,
): readonly Promise<void>[] {
  return slice.policies.map((policy) =>
    runPolicy(policy, {
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
