import { exportStream } from '@atelier/domain/kernel.ts';
import { isExcelType } from '@atelier/domain/exports/contract.ts';
import { isUnbuilt, MOST_ROWS, type Export } from '@atelier/domain/exports/export.ts';
import type { ExportFailure } from '@atelier/domain/exports/events.ts';
import { exportAggregate } from '@atelier/application/aggregates.ts';
import type { CommandOutcome, CommandServices } from '@atelier/application/commands/run-command.ts';
import { ArchivedHistory } from '@atelier/transparency-log/archive/archived-history.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import { noteProgress } from '@atelier/application/exports/export-files.commands.ts';
import { listExportIds } from '@atelier/application/exports/export-lines.queries.ts';
import {
  finishExport,
  giveUpExport,
  withdrawFile,
  type BuiltFile,
} from '@atelier/application/exports/export.commands.ts';
import { isWanted, listUnbuiltExports } from '@atelier/application/exports/export.queries.ts';
import { countErasures } from '@atelier/application/privacy/erasure-count.queries.ts';
import { job, type JobSlice } from '../jobs/job-slice.ts';
import type { Reaction, Work } from '../jobs/reaction.ts';
import type { DueJob, JobQueue } from '../jobs/queues.ts';
import { systemCaller } from '../system-caller.ts';
import { z } from 'zod';
import { buildFile, type AskedSheet } from './build-file.ts';
import { buildLogFile } from './build-log-file.ts';
import { keepFile } from './keep-file.ts';
import { sweepExports } from './sweep-exports.ts';

const exportWork = (exportId: number): Work => ({
  name: 'build',
  data: { export_id: exportId },
  key: `export-${exportId}`,
});

/** On request a worker builds a file (product/exports.md §1). */
const exportReaction: Reaction = {
  name: 'exports',
  types: ['ExportRequested'],
  workFor: ({ data }: StoredEvent) =>
    'exportId' in data && typeof data.exportId === 'number' ? [exportWork(data.exportId)] : [],
};

/** Excel files: built, and taken away when their day is over. */
export const exportSlice: JobSlice = {
  queue: 'exports',
  jobs: [job('build', z.object({ export_id: z.int() }), buildOrGiveUp)],
  reactions: [exportReaction],
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

async function buildOrGiveUp(
  services: CommandServices,
  { export_id: exportId }: { readonly export_id: number },
  due: DueJob,
): Promise<void> {
  try {
    await build(services, due, exportId);
  } catch (error) {
    // Whatever comes of saying so, the reason is what the job failed for.
    if (due.isLastAttempt)
      await giveUpExport(services, systemCaller(services.clock, 'exports'), exportId, 'broken');
    throw error;
  }
}

/** May be delivered twice, or again after a worker died in the middle: what is built already is left alone. */
async function build(services: CommandServices, job: DueJob, exportId: number): Promise<void> {
  const { events } = await services.store.readStream(exportStream(exportId));
  const state = exportAggregate.stateOf(events);
  if (state.kind === 'none') throw new Error('there is no such export');
  if (!isUnbuilt(state)) return;
  try {
    const erasures = await countErasures(services.db);
    await finish(services, exportId, await fileOf(services, job, state), erasures);
  } catch (error) {
    if (error instanceof NotBuilt) return giveUp(services, exportId, error.code);
    if (error instanceof ArchivedHistory) return giveUp(services, exportId, 'archived');
    if (!(error instanceof NoLongerWanted)) throw error;
  }
}

/** Its requester has cancelled it: there is nothing more to do. */
class NoLongerWanted extends Error {}

/** Refused for good: another attempt would end the same way. */
class NotBuilt extends Error {
  readonly code: ExportFailure;
  constructor(code: ExportFailure) {
    super(code);
    this.code = code;
  }
}

function fileOf(services: CommandServices, job: DueJob, { asked }: Export): Promise<BuiltFile> {
  const { exportId, type, selection } = asked;
  const report = async (done: number, total: number): Promise<void> => {
    if (!(await isWanted(services.db, exportId))) throw new NoLongerWanted();
    await noteProgress(services.db, exportId, done, total);
    await job.progress(done, total);
  };
  if (isExcelType(type)) return sheetOf(services, { ...asked, type }, report);
  if (selection.kind !== 'span') throw new TypeError('a file of the log needs a span of it');
  return buildLogFile(services, exportId, { format: type, span: selection }, report);
}

type Report = (done: number, total: number) => Promise<void>;

async function sheetOf(services: CommandServices, asked: AskedSheet, report: Report): Promise<BuiltFile> {
  const when = { now: services.clock.now(), policy: services.policy() };
  const ids = await listExportIds(services.db, asked, when, MOST_ROWS + 1);
  if (ids.length > MOST_ROWS) throw new NotBuilt('too_many_rows');
  await report(0, ids.length);
  const { bytes, mediaType, format, rows } = await buildFile(services, asked, ids, (done) =>
    report(done, ids.length),
  );
  return {
    blob: await keepFile(services, asked.exportId, bytes, mediaType),
    format,
    rows,
    size: bytes.length,
  };
}

/** The file may name a person erased while it was built. Later erasures remove it. */
async function finish(
  services: CommandServices,
  exportId: number,
  file: BuiltFile,
  erasuresBefore: number,
): Promise<void> {
  const caller = systemCaller(services.clock, 'exports');
  demand(await finishExport(services, caller, exportId, file));
  if ((await countErasures(services.db)) !== erasuresBefore)
    demand(await withdrawFile(services, caller, exportId));
}

async function giveUp(services: CommandServices, exportId: number, code: ExportFailure): Promise<void> {
  demand(await giveUpExport(services, systemCaller(services.clock, 'exports'), exportId, code));
}

/** A refusal is a defect of ours here: the job fails, is seen and tried again. */
function demand(outcome: CommandOutcome): void {
  if (!outcome.ok) throw new Error(`the export was refused: ${outcome.rejection.code}`);
}
