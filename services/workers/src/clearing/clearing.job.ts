import { DAY_MS, toInstant } from '@atelier/domain/kernel.ts';
import { executeClearingRun, startClearingRun } from '@atelier/store/clearing/clearing.commands.ts';
import { listUnfinishedRuns } from '@atelier/store/clearing/clearing.queries.ts';
import type { CommandOutcome, CommandServices } from '@atelier/store/commands/run-command.ts';
import type { JobSlice } from '../jobs/job-slice.ts';
import type { DueJob, JobQueue } from '../jobs/queues.ts';
import { systemCaller } from '../system-caller.ts';
import { CLEARING_QUEUE, clearingPolicy, clearingWork } from './clearing.policy.ts';

export interface ClearingSchedule {
  /** Cron pattern, UTC. */
  readonly pattern: string;
  /** Items that have waited for at least so many days are cleared. */
  readonly afterDays: number;
}

const SCHEDULED = 'start-scheduled';
const SCHEDULE_KEY = 'clearing-schedule';

/** Order clearing: runs asked for by hand, and those of the schedule (undefined = none). */
export const clearingSlice = (schedule: ClearingSchedule | undefined): JobSlice => ({
  queue: CLEARING_QUEUE,
  handler: clearingJobs,
  policies: [clearingPolicy],
  reconcile: async (services, queue) => {
    await scheduleClearing(queue, schedule);
    await reconcileClearing(services, queue);
  },
});

/** Works on the runs: what was asked for by hand, and what the schedule asks for. */
function clearingJobs(services: CommandServices) {
  return async (job: DueJob): Promise<void> => {
    if (job.name === SCHEDULED) return startScheduled(services, Number(job.data['after_days']));
    const caller = systemCaller(services.clock, 'clearing');
    demand(await executeClearingRun(services, caller, Number(job.data['run_id']), job.progress));
  };
}

/** One scheduled run a day, however often the job is delivered. */
async function startScheduled(services: CommandServices, afterDays: number): Promise<void> {
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
  const caller = systemCaller(services.clock, 'clearing-schedule', `clearing-${today}`);
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
