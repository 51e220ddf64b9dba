import type { Schedule } from '@atelier/domain/shared/schedule.ts';
import { cronOf } from '@atelier/domain/shared/schedule.ts';
import type { Policy } from '@atelier/domain/policy.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { closeDue, remindDue } from '@atelier/application/reminders/reminders.commands.ts';
import type { CareWork } from '@atelier/application/reminders/reminders.commands.ts';
import type { JobSlice } from '../jobs/job-slice.ts';
import type { DueJob, JobQueue } from '../jobs/queues.ts';
import { systemCaller } from '../system-caller.ts';

export const CARE_QUEUE = 'care';

interface Care {
  /** The job's name, and the name its events' envelopes carry. */
  readonly name: 'reminders' | 'closing';
  readonly work: CareWork;
  readonly scheduleIn: (policy: Policy) => Schedule;
}

const CARES: readonly Care[] = [
  { name: 'reminders', work: remindDue, scheduleIn: ({ schedules }) => schedules.reminders },
  { name: 'closing', work: closeDue, scheduleIn: ({ schedules }) => schedules.closing },
];

/**
 * What falls due by the clock alone (product/reminders.md §1, §3): reminders to call a customer, and closing. The database says
 * what is due, so a job that ran twice, late or never changes nothing but the moment.
 */
export const careSlice = (): JobSlice => {
  const caughtUp = new Set<string>();
  return {
    queue: CARE_QUEUE,
    handler: careJobs,
    policies: [],
    reconcile: async (services, queue) => {
      for (const care of CARES) await keepSchedule(care, services, queue, caughtUp);
    },
  };
};

function careJobs(services: CommandServices) {
  return async (job: DueJob): Promise<void> => {
    const care = CARES.find(({ name }) => name === job.name);
    if (care === undefined) throw new RangeError(`there is no care named ${job.name}`);
    await care.work(services, {
      callerFor: (key) => systemCaller(services.clock, care.name, key),
      onProgress: job.progress,
    });
  };
}

/**
 * The configured schedule, and one job now when this node has just begun: what fell due while nothing ran need not
 * wait for the next round. Nodes that begin in the same minute ask for the same job.
 */
async function keepSchedule(
  { name, scheduleIn }: Care,
  services: CommandServices,
  queue: JobQueue,
  caughtUp: Set<string>,
): Promise<void> {
  const pattern = cronOf(scheduleIn(services.policy()));
  if (pattern === null) {
    caughtUp.delete(name);
    return queue.unschedule(`${name}-schedule`);
  }
  await queue.schedule(`${name}-schedule`, pattern, name, {});
  if (caughtUp.has(name)) return;
  await queue.add(name, {}, `${name}-${services.clock.now().toISOString().slice(0, 16).replace(':', '-')}`);
  caughtUp.add(name);
}
