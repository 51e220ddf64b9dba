import type { Queue } from 'bullmq';
import type { FoundJob, FoundSchedule, QueueSnapshot } from './queue-port.ts';

/** What both backends' queues and jobs have in common. */
export interface AnyQueue {
  getJobCounts(): Promise<Record<string, number>>;
  isPaused(): Promise<boolean>;
  getJobs(
    types: ('active' | 'failed' | 'delayed' | 'completed')[],
    start: number,
    end: number,
  ): Promise<AnyJob[]>;
  getJob(id: string): Promise<AnyJob | undefined>;
  getJobSchedulers(start: number, end: number): ReturnType<Queue['getJobSchedulers']>;
  close(): Promise<void>;
}
export interface AnyJob {
  readonly id?: string | undefined;
  readonly name: string;
  readonly progress: unknown;
  readonly attemptsMade: number;
  readonly opts: { readonly attempts?: number | undefined };
  readonly failedReason: string;
  readonly timestamp: number;
  readonly delay: number;
  readonly processedOn?: number | undefined;
  readonly finishedOn?: number | undefined;
  getState(): Promise<string>;
  retry(state: 'failed', options: { resetAttemptsMade: boolean }): Promise<void>;
  promote(): Promise<void>;
}

/** As many of each as a screen shows; the counts give the totals. */
const SHOWN = 50;

/** Newest finished jobs that are read to find the last one of each name. */
const LAST_READ = 20;

export async function snapshotOf(name: string, queue: AnyQueue): Promise<QueueSnapshot> {
  const [counts, isPaused, active, failed, delayed, completed, schedulers] = await Promise.all([
    queue.getJobCounts(),
    queue.isPaused(),
    queue.getJobs(['active'], 0, SHOWN - 1),
    queue.getJobs(['failed'], 0, SHOWN - 1),
    queue.getJobs(['delayed'], 0, SHOWN - 1),
    queue.getJobs(['completed'], 0, LAST_READ - 1),
    queue.getJobSchedulers(0, SHOWN - 1),
  ]);
  const jobs = [
    ...active.map((job) => foundJob(job, 'active')),
    // A job that only waits for its hour has not failed.
    ...delayed.filter(({ attemptsMade }) => attemptsMade > 0).map((job) => foundJob(job, 'delayed')),
    ...failed.map((job) => foundJob(job, 'failed')),
  ];
  // Asked one after the other, a job that moved meanwhile is found twice: where it went to is what counts.
  const once = new Map(jobs.map((job) => [job.id, job]));
  const schedules = schedulers.map(scheduleOf);
  const lastRuns = lastRunsOf([...completed, ...failed]);
  return { name, counts, isPaused, jobs: [...once.values()], schedules, lastRuns };
}

function lastRunsOf(jobs: readonly AnyJob[]): Record<string, Date> {
  const last = new Map<string, number>();
  for (const { name, finishedOn = 0 } of jobs)
    if (finishedOn > (last.get(name) ?? 0)) last.set(name, finishedOn);
  return Object.fromEntries([...last].map(([name, at]) => [name, new Date(at)]));
}

export function foundJob(job: AnyJob, state: string): FoundJob {
  const { id = '', name, attemptsMade, opts, failedReason, processedOn, finishedOn, delay } = job;
  const at = finishedOn ?? processedOn;
  const isRetrying = state === 'delayed' && attemptsMade > 0;
  return {
    id,
    name,
    state: state === 'active' || state === 'failed' ? state : isRetrying ? 'retrying' : 'other',
    progress: progressOf(job.progress),
    attempts: attemptsMade,
    mostAttempts: opts.attempts ?? 1,
    error: failedReason ?? '',
    at: at === undefined ? null : new Date(at),
    nextAt: isRetrying && processedOn !== undefined ? new Date(processedOn + delay) : null,
  };
}

function progressOf(progress: unknown): FoundJob['progress'] {
  if (typeof progress !== 'object' || progress === null) return null;
  if (!('done' in progress) || !('total' in progress)) return null;
  const { done, total } = progress;
  return typeof done === 'number' && typeof total === 'number' ? { done, total } : null;
}

type Scheduler = Awaited<ReturnType<AnyQueue['getJobSchedulers']>>[number];

const scheduleOf = ({ key, name, pattern, every, next }: Scheduler): FoundSchedule => ({
  key,
  name,
  pattern: pattern ?? (every === undefined ? '' : `${every} ms`),
  nextAt: next === undefined ? null : new Date(next),
});
