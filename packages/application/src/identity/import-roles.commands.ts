import { roleStream, type RoleEvent } from '@atelier/domain/identity/events.ts';
import { evolveRole, initialRole, toRoleRow } from '@atelier/domain/identity/role.ts';
import { ADMINISTRATORS_ONLY } from '@atelier/domain/identity/administrators-only.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import type { EventStore, StreamHistory } from '@atelier/event-store/types.ts';
import { eventsOf, type PlannedRow, type RowDecision } from '../shared/planned-rows.ts';
import { roleEvent, type RoleFacts } from './roles.commands.ts';

/** The columns of the set `roles` as the tables hold them. */
interface RoleValues {
  readonly name: string;
  readonly permissions: readonly PermissionName[];
}

/**
 * What rows of the set `roles` become. A file neither gives what only the administrators' roles hold nor changes a role that holds it:
 * both would be a way around four eyes.
 */
export async function decideRoleRows(
  { store }: { readonly store: EventStore },
  planned: readonly PlannedRow[],
  now: string,
): Promise<ReadonlyMap<number, RowDecision>> {
  const fresh = await store.nextIds(planned.length);
  const ids = planned.map(({ existing }, at) => Number(existing?.['id'] ?? fresh[at]));
  const histories = await store.readStreams<RoleEvent>(ids.map(roleStream));
  return new Map(
    planned.map(({ line, values }, at) => {
      const roleId = ids[at] ?? 0;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the set's columns, read and checked by their kinds
      const role = { roleId, ...(values as unknown as RoleValues) };
      return [line, decideRow(role, histories.get(roleStream(roleId)), now)] as const;
    }),
  );
}

function decideRow(role: RoleFacts, history: StreamHistory<RoleEvent> | undefined, now: string): RowDecision {
  const before = eventsOf(history).reduce(evolveRole, initialRole);
  const held = before.kind === 'none' ? [] : before.permissions;
  const isSame =
    before.kind !== 'none' &&
    new Set([...held, ...role.permissions]).size === held.length &&
    held.length === role.permissions.length;
  if (isSame) return { streams: [] };
  if (held.some((permission) => ADMINISTRATORS_ONLY.includes(permission)))
    return { issue: { column: 'name', code: 'cannot_change' } };
  const event = roleEvent(before, role, now);
  if (event === undefined) return { streams: [] };
  const [streamId, expectedVersion] = [roleStream(role.roleId), history?.version ?? 0];
  const row = { table: 'roles', values: toRoleRow(evolveRole(before, event)) };
  return { streams: [{ streamId, expectedVersion, events: [event], row }] };
}
