import { MOST_OPEN_EXPORTS, type ExportFormat, type LogFormat } from '@atelier/domain/exports/contract.ts';
import { reject, type Decision } from '@atelier/domain/decider.ts';
import type { ExportEvent, ExportFailure, LogSpan, LogStreamed } from '@atelier/domain/exports/events.ts';
import {
  cancelExport,
  completeExport,
  failExport,
  removeExportFile,
  requestExport,
  withdrawExport,
  type ExportState,
} from '@atelier/domain/exports/export.ts';
import { exportStream } from '@atelier/domain/kernel.ts';
import type { CommandContext } from '@atelier/domain/repair/item/commands.ts';
import { exportAggregate } from '../aggregates.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../commands/run-command.ts';
import { inScope } from '../platform/database.ts';
import { hasTooManyExports, inTurnOfAccount } from '../shared/open-exports.ts';

type Asked = Omit<Parameters<typeof requestExport>[0], 'exportId' | 'scope'>;

/** `POST /excel`: asks for a file, which a worker builds. Pieces out of sight make it "not found"; an account has three under way at most. Answers `{export_id}`. */
export async function askForExport(
  services: CommandServices,
  caller: Caller,
  asked: Asked,
): Promise<CommandOutcome> {
  const { selection } = asked;
  if (selection.kind === 'items' && !(await areVisible(services, caller, selection.ids)))
    return reject('not_found');
  const [exportId = 0] = await services.store.nextIds(1);
  return inTurnOfAccount(services, caller, () =>
    onExport(
      services,
      caller,
      exportId,
      async (state, context) =>
        (await hasTooManyExports(services, caller, MOST_OPEN_EXPORTS))
          ? reject('too_many_exports')
          : requestExport({ ...asked, exportId, scope: caller.scope }, state, context),
      { export_id: exportId },
    ),
  );
}

function areVisible({ db }: CommandServices, caller: Caller, ids: readonly number[]): Promise<boolean> {
  return inScope(db, caller.scope, async (trx) => {
    const { seen } = await trx
      .selectFrom('item_row')
      .select((some) => some.fn.countAll<number>().as('seen'))
      .where((where) => where('id', '=', where.fn.any(where.val([...ids]))))
      .executeTakeFirstOrThrow();
    return seen === new Set(ids).size;
  });
}

export interface BuiltFile {
  readonly blob: string;
  readonly format: ExportFormat;
  readonly rows: number;
  readonly size: number;
}

/** A worker has built the file and kept it. */
export const finishExport = (
  services: CommandServices,
  caller: Caller,
  exportId: number,
  file: BuiltFile,
): Promise<CommandOutcome> =>
  onExport(services, caller, exportId, (state, context) => completeExport(file, state, context));

export const giveUpExport = (
  services: CommandServices,
  caller: Caller,
  exportId: number,
  code: ExportFailure,
): Promise<CommandOutcome> =>
  onExport(services, caller, exportId, (state, context) => failExport(code, state, context));

/** `POST /export/{id}/cancel`: its requester no longer wants it. */
export const cancelAskedExport = (
  services: CommandServices,
  caller: Caller,
  exportId: number,
): Promise<CommandOutcome> =>
  onExport(services, caller, exportId, (state, context) => cancelExport(state, context));

/** Logs a reading of the log by a call before the first byte leaves. */
export async function noteLogStreamed(
  services: CommandServices,
  caller: Caller,
  read: { readonly format: LogFormat; readonly after: number } & Pick<LogSpan, 'from' | 'to'>,
): Promise<CommandOutcome> {
  const [readingId = 0] = await services.store.nextIds(1);
  const streamId = `log-reading-${readingId}`;
  return runCommand(services, caller, {
    streams: [],
    decide: (_states, { now, actor }) => {
      const by = { userId: actor.userId, workerId: actor.workerId };
      const event: LogStreamed = { type: 'LogStreamed', data: { readingId, ...read, at: now, by } };
      return { ok: true, streams: [{ streamId, events: [event] }] };
    },
  });
}

export const expireExport = (
  services: CommandServices,
  caller: Caller,
  exportId: number,
): Promise<CommandOutcome> =>
  onExport(services, caller, exportId, (state, context) => removeExportFile(state, context));

/** Before its time: a person in it was erased while it was built. */
export const withdrawFile = (
  services: CommandServices,
  caller: Caller,
  exportId: number,
): Promise<CommandOutcome> =>
  onExport(services, caller, exportId, (state, context) => withdrawExport('anybody', state, context));

function onExport(
  services: CommandServices,
  caller: Caller,
  exportId: number,
  decide: (
    state: ExportState,
    context: CommandContext,
  ) => Decision<ExportEvent> | Promise<Decision<ExportEvent>>,
  answer?: { readonly export_id: number },
): Promise<CommandOutcome> {
  const streamId = exportStream(exportId);
  return runCommand(services, caller, {
    streams: [streamId],
    decide: async (states, context) => {
      const decision = await decide(states.of(exportAggregate, exportId), context);
      if (!decision.ok) return decision;
      const streams = decision.events.length === 0 ? [] : [{ streamId, events: decision.events }];
      return { ok: true, streams, ...(answer && { answer }) };
    },
  });
}
