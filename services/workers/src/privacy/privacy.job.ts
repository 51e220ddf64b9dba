import { erasureAggregate } from '@atelier/application/aggregates.ts';
import type { CommandOutcome, CommandServices } from '@atelier/application/commands/run-command.ts';
import { erasePerson } from '@atelier/application/privacy/erase-person.commands.ts';
import {
  buildPersonExport,
  dropPersonExport,
  giveUpPersonExport,
} from '@atelier/application/privacy/person-export.commands.ts';
import {
  listExpiredPersonExports,
  listPersonExportsOf,
  listUnbuiltPersonExports,
} from '@atelier/application/privacy/person-exports.queries.ts';
import { beginErasure, finishErasure } from '@atelier/application/privacy/erasure.commands.ts';
import { listDueErasures } from '@atelier/application/privacy/erasures.queries.ts';
import { MINUTE_MS } from '@atelier/domain/kernel.ts';
import { privacyRequestStream } from '@atelier/domain/privacy/events.ts';
import type { RejectionCode } from '@atelier/domain/rejection.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import { job, type JobSlice } from '../jobs/job-slice.ts';
import type { Reaction, Work } from '../jobs/reaction.ts';
import type { DueJob, JobQueue } from '../jobs/queues.ts';
import { systemCaller } from '../system-caller.ts';
import { z } from 'zod';
import { keepRetention, RETENTION_TASK, retentionWork, runRetention } from './retention.job.ts';

/** Ids only: the job says which request, the request which references. */
const eraseWork = (requestId: number, attempt: string): Work => ({
  name: 'erase',
  data: { request_id: requestId },
  key: `erase-${requestId}-${attempt}`,
});

const exportWork = (exportId: number): Work => ({
  name: 'export',
  data: { export_id: exportId },
  key: `person-export-${exportId}`,
});

/** Whenever a second person approves, a worker carries it out; whenever an export is asked for, one makes it. */
const privacyReaction: Reaction = {
  name: 'privacy',
  types: ['ErasureApproved', 'PersonExportRequested', 'RetentionRunApproved'],
  workFor: ({ streamId, type }: StoredEvent) => {
    const id = Number(streamId.slice(streamId.lastIndexOf('-') + 1));
    if (type === 'RetentionRunApproved') return [retentionWork(`${id}-approved`)];
    return [type === 'ErasureApproved' ? eraseWork(id, 'approved') : exportWork(id)];
  },
};

/** What was approved is carried out, and what the schedule asked for once its notice is over. */
export const privacySlice: JobSlice = {
  queue: 'privacy',
  jobs: [
    job('erase', z.object({ request_id: z.int() }), erase),
    job('export', z.object({ export_id: z.int() }), makeExport),
    job(RETENTION_TASK, z.object({}), (services, _, due) => runRetention(services, due)),
  ],
  reactions: [privacyReaction],
  reconcile: async (services, queue) => {
    await putBack(services, queue);
    await keepRetention(services, queue);
    await sweepExports(services);
  },
};

/**
 * Also those that a hold or a piece in repair kept waiting: a finished job's key is known to the queue for an hour, so each
 * minute has a separate key.
 */
async function putBack({ db, clock }: CommandServices, queue: JobQueue): Promise<void> {
  const now = clock.now();
  for (const requestId of await listDueErasures(db, now)) {
    const { name, data, key } = eraseWork(requestId, String(Math.floor(now.getTime() / MINUTE_MS)));
    await queue.add(name, data, key);
  }
  for (const exportId of await listUnbuiltPersonExports(db)) {
    const { name, data, key } = exportWork(exportId);
    await queue.add(name, data, key);
  }
}

/** Files whose week is over. */
async function sweepExports(services: CommandServices): Promise<void> {
  const { db, clock } = services;
  for (const id of await listExpiredPersonExports(db, clock.now()))
    await dropPersonExport(services, systemCaller(clock, 'privacy'), id, 'expired');
}

async function erase(
  services: CommandServices,
  { request_id: requestId }: { readonly request_id: number },
  { progress }: DueJob,
): Promise<void> {
  const { store, clock } = services;
  const { events } = await store.readStream(privacyRequestStream(requestId));
  const state = erasureAggregate.stateOf(events);
  if (state.kind === 'none') throw new Error('there is no such request for erasure');
  if (state.stage === 'done' || !(await hasBegun(services, requestId))) return;
  const { customerRefs, reason } = state.asked;
  await progress(0, customerRefs.length);
  await erasePerson(services, { customerRefs, reason, requestId, now: clock.now() });
  for (const exportId of await listPersonExportsOf(services.db, customerRefs))
    await dropPersonExport(services, systemCaller(clock, 'privacy'), exportId, 'erased');
  await progress(customerRefs.length, customerRefs.length);
  demand(await finishErasure(services, systemCaller(clock, 'privacy'), requestId));
}

/** What an erasure waits for, and what ended it before a worker came: neither is a failure of the job. */
const WAITS: readonly RejectionCode[] = ['legal_hold', 'repair_open', 'erasure_decided'];

/** From its beginning on nothing stops it; begun by a worker that died, it is begun. */
async function hasBegun(services: CommandServices, requestId: number): Promise<boolean> {
  const outcome = await beginErasure(services, systemCaller(services.clock, 'privacy'), requestId);
  if (!outcome.ok && WAITS.includes(outcome.rejection.code)) return false;
  return demand(outcome).answer?.['kept'] !== true;
}

/** A refusal is a defect of ours here: the job fails, is seen and tried again. */
function demand(outcome: CommandOutcome): Extract<CommandOutcome, { ok: true }> {
  if (!outcome.ok) throw new Error(`the erasure was refused: ${outcome.rejection.code}`);
  return outcome;
}

async function makeExport(
  services: CommandServices,
  { export_id: exportId }: { readonly export_id: number },
  { isLastAttempt }: DueJob,
): Promise<void> {
  const caller = systemCaller(services.clock, 'privacy');
  try {
    const outcome = await buildPersonExport(services, caller, exportId);
    if (outcome !== undefined) demand(outcome);
  } catch (error) {
    if (isLastAttempt) await giveUpPersonExport(services, caller, exportId);
    throw error;
  }
}
