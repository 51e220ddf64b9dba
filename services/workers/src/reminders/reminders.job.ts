import { type Schedule, cronOf } from '@atelier/domain/shared/schedule.ts';
import type { Policy } from '@atelier/domain/policy.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { notePassedTargets } from '@atelier/application/reminders/stage-targets.commands.ts';
import { closeDue, remindDue, type DueWork } from '@atelier/application/reminders/reminders.commands.ts';
import { job, type JobSlice } from '../jobs/job-slice.ts';
import type { JobQueue } from '../jobs/queues.ts';
import { systemCaller } from '../system-caller.ts';
import { z } from 'zod';

/** In Redis, in PostgreSQL and on the jobs screen: waiting jobs stand under this name, so it stays. */
const REMINDERS_QUEUE = 'care';

/** Screens say a piece is late at its very moment; the event of it follows within a minute. */
const STAGE_TARGETS = 'stage-targets';
const EVERY_MINUTE = '* * * * *';

interface ScheduledTask {
  /** The job's name, and the name its events' envelopes carry. */
  readonly name: 'reminders' | 'closing';
  readonly work: DueWork;
  readonly scheduleIn: (policy: Policy) => Schedule;
}

const TASKS: readonly ScheduledTask[] = [
  { name: 'reminders', work: remindDue, scheduleIn: ({ schedules }) => schedules.reminders },
  { name: 'closing', work: closeDue, scheduleIn: ({ schedules }) => schedules.closing },
];

/**
 * What falls due by the clock alone (product/reminders.md §1, §3): reminders to call a customer, closing, and targets of
 * stages (product/dashboard.md §3). The database says
 * what is due, so a job that ran twice, late or never changes nothing but the moment.
 */
export const remindersSlice = (): JobSlice => {
  const caughtUp = new Set<string>();
  return {
    queue: REMINDERS_QUEUE,
    jobs: [
      ...TASKS.map(({ name, work }) =>
        job(name, z.object({}), async (services, _, { progress: onProgress }) => {
          await work(services, { callerFor: (key) => systemCaller(services.clock, name, key), onProgress });
        }),
      ),
      job(STAGE_TARGETS, z.object({}), async (services) => {
        await notePassedTargets(services, (key) => systemCaller(services.clock, STAGE_TARGETS, key));
      }),
    ],
    reactions: [],
    reconcile: async (services, queue) => {
      await queue.schedule(`${STAGE_TARGETS}-schedule`, EVERY_MINUTE, STAGE_TARGETS, {});
      for (const task of TASKS) await keepSchedule(task, services, queue, caughtUp);
    },
  };
};

/**
 * The configured schedule, and one job now when this node has just begun: what fell due while nothing ran need not
 * wait for the next round. Nodes that begin in the same minute ask for the same job.
 */
async function keepSchedule(
  { name, scheduleIn }: ScheduledTask,
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
