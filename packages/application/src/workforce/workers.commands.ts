import type { Rejection } from '@atelier/domain/rejection.ts';
import { workerStream, type WorkerEvent } from '@atelier/domain/workforce/events.ts';
import {
  decideWorker,
  evolveWorker,
  toWorkerRow,
  type Worker,
  type WorkerCommand,
  type WorkerState,
} from '@atelier/domain/workforce/worker.ts';
import type { CommandRequest, CommandResult } from '@atelier/event-store/command.ts';
import { handleCommand } from '@atelier/event-store/handle-command.ts';
import type { EventMetadata, EventStore } from '@atelier/event-store/types.ts';
import { workerOf } from './workers.queries.ts';

export type WorkforceExtras = Pick<CommandRequest<Rejection>, 'idempotency'> & {
  readonly expectedVersion?: number | undefined;
};

/** What the worker would be after the command is held against the others; a refusal, or undefined. */
export type WorkerCheck = (after: Worker) => Promise<Rejection | undefined>;

/** Runs a command on one worker and writes its row. Two active workers with one work id break the index (23505). */
export function changeWorker(
  store: EventStore,
  workerId: number,
  command: WorkerCommand,
  metadata: EventMetadata,
  { idempotency, expectedVersion, check }: WorkforceExtras & { readonly check?: WorkerCheck } = {},
): Promise<CommandResult<Rejection>> {
  const streamId = workerStream(workerId);
  return handleCommand<Rejection, WorkerEvent>(store, {
    streams: [streamId],
    metadata,
    idempotency,
    expected: expectedVersion === undefined ? undefined : { [streamId]: expectedVersion },
    decide: async (histories) => {
      const before = workerOf(histories, streamId);
      const decision = decideWorker(command, before, { now: metadata.occurredAt });
      if (!decision.ok) return decision;
      const after = decision.events.reduce(evolveWorker, before);
      const answer = { worker_id: workerId };
      if (after.kind === 'none' || decision.events.length === 0) return { ok: true, streams: [], answer };
      const rejection = await check?.(after);
      if (rejection !== undefined) return { ok: false, rejection };
      const row = { table: 'worker_row', values: toWorkerRow(after) };
      return { ok: true, streams: [{ streamId, events: decision.events, row }], answer };
    },
  });
}

/** A worker as its events make it, name and barcode included. */
export async function readWorker(store: EventStore, workerId: number): Promise<WorkerState> {
  const streamId = workerStream(workerId);
  return workerOf(await store.readStreams<WorkerEvent>([streamId]), streamId);
}
