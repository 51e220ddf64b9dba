import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import type { Rejection } from '@atelier/domain/rejection.ts';
import { workerRoleStream, type WorkerRoleEvent } from '@atelier/domain/workforce/events.ts';
import {
  decideWorkerRole,
  evolveWorkerRole,
  initialWorkerRole,
  toWorkerRoleRow,
  type WorkerRoleCommand,
  type WorkerRoleState,
} from '@atelier/domain/workforce/worker-role.ts';
import type { CommandResult } from '@atelier/event-store/command.ts';
import { handleCommand } from '@atelier/event-store/handle-command.ts';
import type { EventMetadata, EventStore } from '@atelier/event-store/types.ts';
import type { WorkforceExtras } from './workers.commands.ts';

/** Runs a command on one role and writes its row. A key that is used breaks the unique index (23505). */
export function changeWorkerRole(
  store: EventStore,
  roleId: number,
  command: WorkerRoleCommand,
  metadata: EventMetadata,
  { idempotency, expectedVersion }: WorkforceExtras = {},
): Promise<CommandResult<Rejection>> {
  const streamId = workerRoleStream(roleId);
  return handleCommand<Rejection, WorkerRoleEvent>(store, {
    streams: [streamId],
    metadata,
    idempotency,
    expected: expectedVersion === undefined ? undefined : { [streamId]: expectedVersion },
    decide: (histories) => {
      const before = (histories.get(streamId)?.events ?? []).reduce(
        (state: WorkerRoleState, { type, data }) =>
          // The stream's name says which events stand in it.
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          evolveWorkerRole(state, { type, data } as WorkerRoleEvent),
        initialWorkerRole,
      );
      const decision = decideWorkerRole(command, before, { now: metadata.occurredAt });
      if (!decision.ok) return decision;
      const after = decision.events.reduce(evolveWorkerRole, before);
      const answer = { role_id: roleId };
      if (after.kind === 'none' || decision.events.length === 0) return { ok: true, streams: [], answer };
      const row = { table: 'worker_role_row', values: toWorkerRoleRow(after) };
      return { ok: true, streams: [{ streamId, events: decision.events, row }], answer };
    },
  });
}

export interface WorkerRoleFacts {
  readonly roleId: number;
  readonly key: string;
  readonly name: string;
  readonly permissions: readonly PermissionName[];
}

/** Defines a role with its permissions, for a first installation; one that is there already stays as it is. */
export async function defineWorkerRole(
  store: EventStore,
  { roleId, key, name, permissions }: WorkerRoleFacts,
  metadata: EventMetadata,
): Promise<CommandResult<Rejection>> {
  const defined = await changeWorkerRole(
    store,
    roleId,
    { type: 'DefineWorkerRole', roleId, key, name, permissions },
    metadata,
  );
  const known = !defined.ok && defined.rejection.code === 'already_exists';
  return known ? { ok: true, position: 0, versions: {} } : defined;
}
