import { fold } from '@atelier/domain/decider.ts';
import type { Rejection } from '@atelier/domain/rejection.ts';
import { workerRoleStream, workerStream } from '@atelier/domain/workforce/events.ts';
import type { WorkerEvent, WorkerRoleDefined } from '@atelier/domain/workforce/events.ts';
import { decideWorker, evolveWorker, initialWorker, toWorkerRow } from '@atelier/domain/workforce/worker.ts';
import type { WorkerCommand, WorkerState } from '@atelier/domain/workforce/worker.ts';
import { handleCommand } from '../event-store/handle-command.ts';
import type { CommandResult } from '../event-store/handle-command.ts';
import type { EventMetadata, EventStore } from '../event-store/types.ts';
import { badgeDigest } from './badge.ts';
import type { DoorServices } from './badge.ts';

/** Runs a command on one worker and writes its row. Two active workers with one work id break the index (23505). */
export function changeWorker(
  store: EventStore,
  workerId: number,
  command: WorkerCommand,
  metadata: EventMetadata,
): Promise<CommandResult<Rejection>> {
  const streamId = workerStream(workerId);
  return handleCommand<Rejection, WorkerEvent>(store, {
    streams: [streamId],
    metadata,
    decide: (histories) => {
      // The stream's name says which events stand in it.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const events = (histories.get(streamId)?.events ?? []) as readonly unknown[] as readonly WorkerEvent[];
      const before = fold<WorkerState, WorkerEvent>(evolveWorker, initialWorker, events);
      const decision = decideWorker(command, before, { now: metadata.occurredAt });
      if (!decision.ok) return decision;
      const after = fold<WorkerState, WorkerEvent>(evolveWorker, before, decision.events);
      if (after.kind === 'none' || decision.events.length === 0) return { ok: true, streams: [] };
      const row = { table: 'worker_row', values: toWorkerRow(after) };
      return { ok: true, streams: [{ streamId, events: decision.events, row }] };
    },
  });
}

/** Defines a role of workers; one that is there already stays as it is. */
export function defineWorkerRole(
  store: EventStore,
  role: Omit<WorkerRoleDefined['data'], 'at'>,
  metadata: EventMetadata,
): Promise<CommandResult<Rejection>> {
  const { roleId, key, name, permissions } = role;
  const streamId = workerRoleStream(roleId);
  return handleCommand<Rejection, WorkerRoleDefined>(store, {
    streams: [streamId],
    metadata,
    decide: (histories) => {
      if ((histories.get(streamId)?.version ?? 0) > 0) return { ok: true, streams: [] };
      const data = { roleId, key, name, permissions, at: metadata.occurredAt };
      const row = { table: 'worker_role_row', values: { id: roleId, key, name, permissions } };
      return { ok: true, streams: [{ streamId, events: [{ type: 'WorkerRoleDefined', data }], row }] };
    },
  });
}

/** Makes a worker's badge known at the door. `pinHash` is an argon2id string, or null for a badge alone. */
export async function storeBadge(
  { db, masterKey }: DoorServices,
  badge: { readonly workerId: number; readonly barcode: string; readonly pinHash: string | null },
  now: Date,
): Promise<void> {
  const facts = {
    barcode_digest: badgeDigest(masterKey, badge.barcode),
    pin_hash: badge.pinHash,
    changed_at: now,
  };
  await db
    .insertInto('worker_badges')
    .values({ worker_id: badge.workerId, ...facts })
    .onConflict((conflict) => conflict.column('worker_id').doUpdateSet(facts))
    .execute();
}
