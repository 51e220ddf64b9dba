import { STANDARD_ROLES } from '@atelier/domain/identity/standard-roles.ts';
import { roleStream } from '@atelier/domain/identity/events.ts';
import { PERMISSIONS } from '@atelier/domain/shared/permissions.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import type { EventStore, StoredEvent } from '@atelier/event-store/types.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { defineRole } from './accounts.commands.ts';

interface Services {
  readonly db: Kysely<Database>;
  readonly store: EventStore;
  readonly clock: { readonly now: () => Date };
}

/**
 * Gives the administrators' role the permissions that came with this release: those that no event of the role has ever
 * named. What was taken from it stays away, because an event named it once. Returns what it gave (product/identity.md §5).
 */
export async function grantNewPermissions({
  db,
  store,
  clock,
}: Services): Promise<readonly PermissionName[]> {
  const role = await db
    .selectFrom('roles')
    .select(['id', 'name', 'permissions'])
    .where('name', '=', STANDARD_ROLES.admin.name)
    .executeTakeFirst();
  if (role === undefined) return [];
  const { events } = await store.readStream(roleStream(role.id));
  const named = new Set(events.flatMap(permissionsIn));
  const news = PERMISSIONS.filter((permission) => !named.has(permission));
  if (news.length === 0) return [];
  const { id: roleId, name, permissions } = role;
  const granted = await defineRole(
    store,
    { roleId, name, permissions: [...permissions, ...news] },
    {
      actor: { id: 'system', kind: 'system', name: 'upgrade' },
      commandId: crypto.randomUUID(),
      occurredAt: clock.now().toISOString(),
    },
  );
  return granted.ok ? news : [];
}

function permissionsIn({ data }: StoredEvent): readonly unknown[] {
  return 'permissions' in data && Array.isArray(data.permissions) ? data.permissions : [];
}
