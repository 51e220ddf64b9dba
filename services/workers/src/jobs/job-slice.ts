import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import type { Reaction } from './reaction.ts';
import type { DueJob, JobQueue } from './queues.ts';

/** One slice's part in the workers: its queue, what works on it, and what asks for the work. */
export interface JobSlice {
  readonly queue: string;
  /** Works on one job. Delivered at least once, so every effect is idempotent by the job's key. */
  readonly handler: (services: CommandServices) => (job: DueJob) => Promise<void>;
  /** Jobs that one process works on at once, where the usual number does not fit. */
  readonly concurrency?: number;
  /** Events that ask for jobs; each reaction has a separate checkpoint. */
  readonly reactions: readonly Reaction[];
  /**
   * Puts back what the log calls due and no queue may know, and sets schedules; at the start and every half minute
   * (product/reliability.md §10). What throws here is reported and tried again; the other slices go on.
   */
  readonly reconcile?: (services: CommandServices, queue: JobQueue) => Promise<void>;
}
