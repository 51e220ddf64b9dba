import { roleStream } from '@atelier/domain/identity/events.ts';
import { STANDARD_ROLES } from '@atelier/domain/identity/standard-roles.ts';
import { PERMISSIONS, type PermissionName } from '@atelier/domain/shared/permissions.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, TEST_NOW, type World } from '../projections/testing.ts';
import { defineRole } from './roles.commands.ts';
import { grantNewPermissions } from './grant-new-permissions.commands.ts';

let world: World;
const ROLE = 900;
const { name } = STANDARD_ROLES.admin;
const NEW: readonly PermissionName[] = ['request erasure'];
const OF_BOTH: readonly PermissionName[] = ['request erasure', 'decide erasure'];
const before = PERMISSIONS.filter((permission) => !OF_BOTH.includes(permission));

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const grant = () => grantNewPermissions({ ...world, clock: { now: () => TEST_NOW } });
const define = (
  permissions: readonly PermissionName[],
  role: { roleId: number; name: string } = { roleId: ROLE, name },
) =>
  defineRole(
    world.store,
    { ...role, permissions },
    {
      actor: { id: 'test', kind: 'system' },
      commandId: crypto.randomUUID(),
      occurredAt: TEST_NOW.toISOString(),
    },
  );
const held = async (roleId = ROLE) =>
  (
    await world.db
      .selectFrom('roles')
      .select('permissions')
      .where('id', '=', roleId)
      .executeTakeFirstOrThrow()
  ).permissions;

it('gives the permissions of a release to the administrators only, once', async () => {
  expect(await grant()).toEqual([]);
  await define(before);
  await define(['audit replay'], { roleId: 901, name: STANDARD_ROLES.auditor.name });
  expect(await grant()).toEqual(NEW);
  expect(new Set(await held())).toEqual(new Set([...before, ...NEW]));
  expect(await grant()).toEqual([]);
  expect(await held(901)).toEqual(['audit replay']);
});

it('does not give back what was taken from them', async () => {
  await define(before);
  expect(await grant()).toEqual([]);
  expect(await held()).toEqual(before);
});

it('gives nothing where the standard roles are not defined yet', async () => {
  const roles = await world.db
    .selectFrom('roles')
    .select('name')
    .where('name', 'like', '%deciding%')
    .execute();
  expect(roles).toEqual([]);
});

it('takes deciding from administrators who could do both', async () => {
  const streamId = roleStream(ROLE);
  const { version } = await world.store.readStream(streamId);
  const data = { permissions: PERMISSIONS, at: TEST_NOW.toISOString() };
  const row = { id: ROLE, name, permissions: PERMISSIONS };
  const metadata = {
    actor: { id: 'test', kind: 'system' as const },
    commandId: crypto.randomUUID(),
    occurredAt: TEST_NOW.toISOString(),
  };
  const events = [{ type: 'RolePermissionsChanged', data }];
  const streams = [{ streamId, expectedVersion: version, events, row: { table: 'roles', values: row } }];
  await world.store.append({ streams, metadata });
  await grant();
  expect(await held()).toEqual(PERMISSIONS.filter((permission) => permission !== 'decide erasure'));
});
