import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import type { z } from 'zod';
import type { Reaction } from './reaction.ts';
import type { DueJob, JobQueue } from './queues.ts';

/** One kind of work of a queue. */
export interface Job {
  readonly name: string;
  readonly run: (services: CommandServices, job: DueJob) => Promise<void>;
}

/**
 * A job by name. `handle` is delivered at least once, so every effect is idempotent by the job's key. A payload that does not parse fails
 * its job, which is shown and tried again as any other: a newer release may have added it.
 */
export const job = <Payload>(
  name: string,
  payload: z.ZodType<Payload>,
  handle: (services: CommandServices, payload: Payload, job: DueJob) => Promise<void>,
): Job => ({
  name,
  run: async (services, due) => handle(services, payload.parse(due.data), due),
});

/** Runs the job of a slice that has the name of a due one. @throws RangeError when there is none */
export const runJobOf =
  ({ queue, jobs }: Pick<JobSlice, 'queue' | 'jobs'>, services: CommandServices) =>
  async (due: DueJob): Promise<void> => {
    const known = jobs.find(({ name }) => name === due.name);
    if (known === undefined) throw new RangeError(`the queue ${queue} has no job named ${due.name}`);
    await known.run(services, due);
  };

/** One slice's part in the workers: its queue, what works on it, and what asks for the work. */
export interface JobSlice {
  readonly queue: string;
  readonly jobs: readonly Job[];
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
