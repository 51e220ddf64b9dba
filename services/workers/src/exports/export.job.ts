import { isUnbuilt, MOST_ROWS } from '@atelier/domain/exports/export.ts';
import type { Export } from '@atelier/domain/exports/export.ts';
import type { ExportFailure } from '@atelier/domain/exports/events.ts';
import { exportAggregate } from '@atelier/application/aggregates.ts';
import type { CommandOutcome, CommandServices } from '@atelier/application/commands/run-command.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import { announceFile, noteProgress } from '@atelier/application/exports/export-files.commands.ts';
import { listExportIds } from '@atelier/application/exports/export-lines.queries.ts';
import { exportStream, finishExport, giveUpExport } from '@atelier/application/exports/export.commands.ts';
import { listUnbuiltExports } from '@atelier/application/exports/export.queries.ts';
import type { JobSlice } from '../jobs/job-slice.ts';
import type { Policy, Work } from '../jobs/policy.ts';
import type { DueJob, JobQueue } from '../jobs/queues.ts';
import { systemCaller } from '../system-caller.ts';
import { buildFile } from './build-file.ts';
import { sweepExports } from './sweep-exports.ts';

const exportWork = (exportId: number): Work => ({
  name: 'build',
  data: { export_id: exportId },
  key: `export-${exportId}`,
});

/** Whenever somebody asks for a file, a worker builds it (product/exports.md §1). */
const exportPolicy: Policy = {
  name: 'exports',
  types: ['ExportRequested'],
  workFor: ({ data }: StoredEvent) =>
    'exportId' in data && typeof data.exportId === 'number' ? [exportWork(data.exportId)] : [],
};

/** Excel files: built, and taken away when their day is over. */
export const exportSlice: JobSlice = {
  queue: 'exports',
  handler: exportJobs,
  policies: [exportPolicy],
  reconcile: async (services, queue) => {
    await putBack(services, queue);
    await sweepExports(services);
  },
};

async function putBack({ db }: CommandServices, queue: JobQueue): Promise<void> {
  for (const exportId of await listUnbuiltExports(db)) {
    const { name, data, key } = exportWork(exportId);
    await queue.add(name, data, key);
  }
}

function exportJobs(services: CommandServices) {
  return async (job: DueJob): Promise<void> => {
    const exportId = Number(job.data['export_id']);
    try {
      await build(services, job, exportId);
    } catch (error) {
      // Whatever comes of saying so, the reason is what the job failed for.
      if (job.isLastAttempt)
        await giveUpExport(services, systemCaller(services.clock, 'exports'), exportId, 'broken');
      throw error;
    }
  };
}

/** May be delivered twice, or again after a worker died in the middle: what is built already is left alone. */
async function build(services: CommandServices, job: DueJob, exportId: number): Promise<void> {
  const { events } = await services.store.readStream(exportStream(exportId));
  const state = exportAggregate.stateOf(events);
  if (state.kind === 'none') throw new Error('there is no such export');
  if (!isUnbuilt(state)) return;
  const when = { now: services.clock.now(), policy: services.policy() };
  const ids = await listExportIds(services.db, state.asked, when, MOST_ROWS + 1);
  if (ids.length > MOST_ROWS) return giveUp(services, exportId, 'too_many_rows');
  await buildAndKeep(services, job, state, ids);
}

async function buildAndKeep(
  services: CommandServices,
  job: DueJob,
  { asked }: Export,
  ids: readonly number[],
): Promise<void> {
  const report = async (done: number): Promise<void> => {
    await noteProgress(services.db, asked.exportId, done, ids.length);
    await job.progress(done, ids.length);
  };
  await report(0);
  const { bytes, mediaType, format, rows } = await buildFile(services, asked, ids, report);
  const blob = await keep(services, asked.exportId, bytes, mediaType);
  const file = { blob, format, rows, size: bytes.length };
  demand(await finishExport(services, systemCaller(services.clock, 'exports'), asked.exportId, file));
}

/** Announced by the hash that the store of files will give it, before the bytes are there. */
async function keep(
  { db, blobs }: CommandServices,
  exportId: number,
  bytes: Uint8Array,
  mediaType: string,
): Promise<string> {
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');
  await announceFile(db, exportId, hash);
  return (await blobs.put(bytes, mediaType)).hash;
}

async function giveUp(services: CommandServices, exportId: number, code: ExportFailure): Promise<void> {
  demand(await giveUpExport(services, systemCaller(services.clock, 'exports'), exportId, code));
}

/** A refusal is a defect of ours here: the job fails, is seen and tried again. */
function demand(outcome: CommandOutcome): void {
  if (!outcome.ok) throw new Error(`the export was refused: ${outcome.rejection.code}`);
}
