import { STANDARD_ROLES, type StandardRole } from '@atelier/domain/identity/standard-roles.ts';
import { holdsBothOfPair } from '@atelier/domain/identity/house.ts';
import { roleStream } from '@atelier/domain/identity/events.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import type { EventStore, StoredEvent } from '@atelier/event-store/types.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { defineRole } from './roles.commands.ts';
import type { RoleRow } from './identity.table.ts';

interface Services {
  readonly db: Kysely<Database>;
  readonly store: EventStore;
  readonly clock: { readonly now: () => Date };
}

/**
 * Brings the administrators' two roles up to this release, and returns the permissions that it gave. Each gets those that no event
 * of the role has ever named: what was taken from it stays away, because an event named it once (product/identity.md §5). The
 * role that asks for erasures no longer decides on them.
 */
export async function grantNewPermissions(services: Services): Promise<readonly PermissionName[]> {
  const { admin, decider } = STANDARD_ROLES;
  const given = await bringUpToDate(services, admin);
  await bringUpToDate(services, decider);
  return given;
}

type Role = Pick<RoleRow, 'id' | 'name'> & { readonly permissions: readonly PermissionName[] };

const findRole = ({ db }: Services, name: string): Promise<Role | undefined> =>
  db.selectFrom('roles').select(['id', 'name', 'permissions']).where('name', '=', name).executeTakeFirst();

async function bringUpToDate(
  services: Services,
  { name, permissions: standard }: StandardRole,
): Promise<readonly PermissionName[]> {
  const role = await findRole(services, name);
  if (role === undefined) return [];
  const { events } = await services.store.readStream(roleStream(role.id));
  const named = new Set(events.flatMap(permissionsIn));
  const news = standard.filter((permission) => !named.has(permission));
  const kept = holdsBothOfPair(role.permissions)
    ? role.permissions.filter((permission) => standard.includes(permission))
    : role.permissions;
  const granted = await define(services, { ...role, permissions: [...kept, ...news] });
  return granted.ok ? news : [];
}

const define = ({ store, clock }: Services, { id, name, permissions }: Role) =>
  defineRole(
    store,
    { roleId: id, name, permissions },
    {
      actor: { id: 'system', kind: 'system', name: 'upgrade' },
      commandId: crypto.randomUUID(),
      occurredAt: clock.now().toISOString(),
    },
  );

function permissionsIn({ data }: StoredEvent): readonly unknown[] {
  return 'permissions' in data && Array.isArray(data.permissions) ? data.permissions : [];
}
