import { DAY_MS, toInstant } from '@atelier/domain/kernel.ts';
import { CLEARING_AFTER_DAYS, type Policy } from '@atelier/domain/policy.ts';
import { cronOf } from '@atelier/domain/shared/schedule.ts';
import { executeClearingRun, startClearingRun } from '@atelier/application/clearing/clearing.commands.ts';
import { listUnfinishedRuns } from '@atelier/application/clearing/clearing.queries.ts';
import { reportInstalled } from '@atelier/application/shared/installed-settings.commands.ts';
import type { CommandOutcome, CommandServices } from '@atelier/application/commands/run-command.ts';
import { job, type JobSlice } from '../jobs/job-slice.ts';
import type { DueJob, JobQueue } from '../jobs/queues.ts';
import { systemCaller } from '../system-caller.ts';
import { z } from 'zod';
import { CLEARING_QUEUE, clearingReaction, clearingWork } from './clearing.reaction.ts';

export interface ClearingSchedule {
  /** Cron pattern, UTC. */
  readonly pattern: string;
  /** Items that have waited for at least so many days are cleared. */
  readonly afterDays: number;
}

const SCHEDULED = 'start-scheduled';
const SCHEDULE_KEY = 'clearing-schedule';

/**
 * Order clearing: runs asked for by hand, and those of the schedule. The configured one wins over the installation's
 * (undefined = none).
 */
export const clearingSlice = (installed: ClearingSchedule | undefined): JobSlice => ({
  queue: CLEARING_QUEUE,
  jobs: [
    job('clear', z.object({ run_id: z.int() }), async (services, { run_id: id }, { progress }) =>
      demand(await executeClearingRun(services, systemCaller(services.clock, 'clearing'), id, progress)),
    ),
    job(SCHEDULED, z.object({ after_days: z.number() }), startScheduled),
  ],
  reactions: [clearingReaction],
  reconcile: async (services, queue) => {
    await reportInstalled(services.db, {
      schedule_clearing: installed?.pattern ?? null,
      clearing_after_days: installed?.afterDays ?? null,
    });
    await scheduleClearing(queue, clearingScheduleOf(services.policy(), installed));
    await reconcileClearing(services, queue);
  },
});

/** What holds now: the configuration where it says anything, else the installation. */
export function clearingScheduleOf(
  { schedules, clearingAfterDays }: Pick<Policy, 'schedules' | 'clearingAfterDays'>,
  installed: ClearingSchedule | undefined,
): ClearingSchedule | undefined {
  const pattern = schedules.clearing === null ? installed?.pattern : cronOf(schedules.clearing);
  if (pattern === undefined || pattern === null) return undefined;
  return { pattern, afterDays: clearingAfterDays ?? installed?.afterDays ?? CLEARING_AFTER_DAYS };
}

/** One run for each time the schedule says, however often the job is delivered: its id names the time. */
async function startScheduled(
  services: CommandServices,
  { after_days: afterDays }: { readonly after_days: number },
  { id }: DueJob,
): Promise<void> {
  const now = services.clock.now();
  const today = now.toISOString().slice(0, 10);
  const endDate = toInstant(now.getTime() - afterDays * DAY_MS).slice(0, 10);
  const filter = {
    rmaIds: [],
    startDate: null,
    endDate,
    limit: services.policy().clearingLimit,
    validPurchaseDateOnly: false,
  };
  const caller = systemCaller(services.clock, 'clearing-schedule', `clearing-${id ?? today}`);
  demand(await startClearingRun(services, caller, filter, true));
}

/** A refusal is a defect of ours here: the job fails, is seen and tried again. */
function demand(outcome: CommandOutcome): void {
  if (!outcome.ok) throw new Error(`the clearing was refused: ${outcome.rejection.code}`);
}

/** What the log calls due but no queue may know: after a lost queue, this brings every run back. */
async function reconcileClearing(services: CommandServices, queue: JobQueue): Promise<void> {
  for (const runId of await listUnfinishedRuns(services.db)) {
    const { name, data, key } = clearingWork(runId);
    await queue.add(name, data, key);
  }
}

async function scheduleClearing(queue: JobQueue, schedule: ClearingSchedule | undefined): Promise<void> {
  if (schedule === undefined) return queue.unschedule(SCHEDULE_KEY);
  await queue.schedule(SCHEDULE_KEY, schedule.pattern, SCHEDULED, { after_days: schedule.afterDays });
}
