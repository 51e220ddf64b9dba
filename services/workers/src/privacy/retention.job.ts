import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import {
  continueRetentionRun,
  startRetentionRun,
} from '@atelier/application/privacy/retention-run.commands.ts';
import { findRetentionSince } from '@atelier/application/privacy/retention-view.queries.ts';
import { findOpenRun, hasRunSince } from '@atelier/application/privacy/retention-runs.queries.ts';
import { MINUTE_MS } from '@atelier/domain/kernel.ts';
import { RETENTION_RUN_AT } from '@atelier/domain/privacy/contract.ts';
import { isRunDue, runIdOf } from '@atelier/domain/privacy/decide-retention.ts';
import { cronOf } from '@atelier/domain/shared/schedule.ts';
import type { Work } from '../jobs/reaction.ts';
import type { DueJob, JobQueue } from '../jobs/queues.ts';
import { systemCaller } from '../system-caller.ts';

/** The job's name, on the jobs screen too. */
export const RETENTION_TASK = 'retention';
const SCHEDULE_KEY = 'retention-schedule';

export const retentionWork = (attempt: string): Work => ({
  name: RETENTION_TASK,
  data: {},
  key: `retention-${attempt}`,
});

/**
 * Goes on with the run that is under way, else begins today's: a worker that died is followed by another, and two at once
 * write to the same stream. While one waits for an approval no other is begun.
 */
export async function runRetention(services: CommandServices, { progress }: DueJob): Promise<void> {
  const caller = () => systemCaller(services.clock, RETENTION_TASK);
  const open = await findOpenRun(services.db);
  if (open?.stage === 'waiting') return;
  const runId = open?.id ?? (await startRetentionRun(services, caller()));
  await continueRetentionRun(services, caller, runId, progress);
}

/** The daily schedule while it is switched on, and what a lost queue or a stopped worker left undone. */
export async function keepRetention(services: CommandServices, queue: JobQueue): Promise<void> {
  const now = services.clock.now();
  const pattern = cronOf({ mode: 'daily', at: RETENTION_RUN_AT });
  const isOn = services.policy().retention.on;
  if (isOn && pattern !== null) await queue.schedule(SCHEDULE_KEY, pattern, RETENTION_TASK, {});
  else await queue.unschedule(SCHEDULE_KEY);
  if (!(await isLeftUndone(services, isOn, now))) return;
  const { name, data, key } = retentionWork(String(Math.floor(now.getTime() / MINUTE_MS)));
  await queue.add(name, data, key);
}

/** A run under way, which ends also when the schedule is off; or today's, when it is due. */
async function isLeftUndone({ db, store }: CommandServices, isOn: boolean, now: Date): Promise<boolean> {
  const open = await findOpenRun(db);
  if (open !== undefined) return open.stage === 'running';
  const today = now.toISOString();
  if (!isOn || (await hasRunSince(db, runIdOf(today)))) return false;
  return isRunDue(today, await findRetentionSince(store, now));
}
