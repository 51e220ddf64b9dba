import {
  createRoleBody,
  roleResponse,
  rolesResponse,
  updateRoleBody,
  type RoleView,
} from '@atelier/contracts/identity/manage-schema.ts';
import { ADMINISTRATORS_ONLY } from '@atelier/domain/identity/administrators-only.ts';
import type { RoleCommand } from '@atelier/domain/identity/role.ts';
import { changeRole } from '@atelier/application/identity/roles.commands.ts';
import { listRoleRecords, type RoleRecord } from '@atelier/application/identity/user-list.queries.ts';
import type { FastifyInstance } from 'fastify';
import { DatabaseError } from 'pg';
import { accepted, type CommandInput } from '../../http/caller.ts';
import type { ApiDeps } from '../../http/deps.ts';
import { ok } from '../../http/envelope.ts';
import { badField, notFound } from '../../http/errors.ts';
import { defineRoute } from '../../http/route.ts';
import { managerOf } from './reached-user.ts';

const GUARD = { permission: 'manage user', scope: 'house' } as const;

/** Roles of accounts (product/identity.md §8): the name never changes, and none is deleted. */
export function roleRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...GUARD,
    method: 'GET',
    url: '/role/list',
    summary: 'The roles accounts can have, and what each allows',
    response: rolesResponse,
    handler: async () => ok((await listRoleRecords(deps.db)).map(viewOf)),
  });
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/role/create',
    summary: 'Define a role of accounts, with permissions of your own',
    body: createRoleBody,
    response: roleResponse,
    handler: async (input) => {
      const [roleId = 0] = await deps.store.nextIds(1);
      const command = { type: 'DefineRole', roleId, ...input.body } as const;
      return shown(deps, await run(deps, input, roleId, command).catch(nameUsed));
    },
  });
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/role/update',
    summary: 'Change what a role allows; sessions of its accounts end at once',
    body: updateRoleBody,
    response: roleResponse,
    handler: async (input) => {
      const { id, permissions } = input.body;
      return shown(deps, await run(deps, input, id, { type: 'ChangeRole', permissions }));
    },
  });
}

/** Returns the role's id: that of the first run, when the same request comes again. */
async function run(
  deps: ApiDeps,
  input: CommandInput,
  roleId: number,
  command: RoleCommand,
): Promise<number> {
  const manager = managerOf(input.principal);
  const outcome = accepted(await changeRole(deps.store, { roleId, command, manager }, input.command()));
  return Number(outcome.answer?.['role_id'] ?? roleId);
}

const UNIQUE_VIOLATION = '23505';

function nameUsed(error: unknown): never {
  if (!(error instanceof DatabaseError && error.code === UNIQUE_VIOLATION)) throw error;
  throw badField('name', 'role_name_used', 'Another role has this name.');
}

async function shown(deps: ApiDeps, roleId: number) {
  const [role] = await listRoleRecords(deps.db, roleId);
  if (role === undefined) throw notFound();
  return ok(viewOf(role), { message: 'role updated', version: role.version });
}

const viewOf = ({ permissions, ...role }: RoleRecord): RoleView => ({
  ...role,
  permissions,
  fixed: permissions.some((name) => ADMINISTRATORS_ONLY.includes(name)),
});
