import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import { workerRoleStream, type WorkerRoleEvent } from '@atelier/domain/workforce/events.ts';
import {
  decideWorkerRole,
  evolveWorkerRole,
  initialWorkerRole,
  toWorkerRoleRow,
  type WorkerRoleCommand,
} from '@atelier/domain/workforce/worker-role.ts';
import type { EventStore, StreamHistory } from '@atelier/event-store/types.ts';
import { eventsOf, type PlannedRow, type RowDecision } from '../shared/planned-rows.ts';

/** The columns of the set `worker_roles` as the tables hold them. */
interface WorkerRoleValues {
  readonly key: string;
  readonly name: string;
  readonly permissions: readonly PermissionName[];
}

/** What rows of the set `worker_roles` become. A deleted role stays deleted: its key is used (product/workforce.md §4). */
export async function decideWorkerRoleRows(
  { store }: { readonly store: EventStore },
  planned: readonly PlannedRow[],
  now: string,
): Promise<ReadonlyMap<number, RowDecision>> {
  const fresh = await store.nextIds(planned.length);
  const ids = planned.map(({ existing }, at) => Number(existing?.['id'] ?? fresh[at]));
  const histories = await store.readStreams<WorkerRoleEvent>(ids.map(workerRoleStream));
  return new Map(
    planned.map(({ line, values }, at) => {
      const roleId = ids[at] ?? 0;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the set's columns, read and checked by their kinds
      const role = values as unknown as WorkerRoleValues;
      return [line, decideRow(roleId, role, histories.get(workerRoleStream(roleId)), now)] as const;
    }),
  );
}

function decideRow(
  roleId: number,
  { key, name, permissions }: WorkerRoleValues,
  history: StreamHistory<WorkerRoleEvent> | undefined,
  now: string,
): RowDecision {
  const before = eventsOf(history).reduce(evolveWorkerRole, initialWorkerRole);
  const command: WorkerRoleCommand =
    before.kind === 'none'
      ? { type: 'DefineWorkerRole', roleId, key, name, permissions }
      : { type: 'ChangeWorkerRole', name, permissions };
  const decision = decideWorkerRole(command, before, { now });
  if (!decision.ok) return { issue: { column: 'key', code: 'cannot_change' } };
  const after = decision.events.reduce(evolveWorkerRole, before);
  if (after.kind === 'none' || decision.events.length === 0) return { streams: [] };
  const row = { table: 'worker_role_row', values: toWorkerRoleRow(after) };
  const [streamId, expectedVersion] = [workerRoleStream(roleId), history?.version ?? 0];
  return { streams: [{ streamId, expectedVersion, events: decision.events, row }] };
}
