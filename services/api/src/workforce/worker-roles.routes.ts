import { envelope } from '@atelier/contracts/contract/schema.ts';
import {
  createWorkerRoleBody,
  updateWorkerRoleBody,
  workerIdBody,
  workerRoleResponse,
  workerRolesResponse,
} from '@atelier/contracts/workforce/schema.ts';
import type { WorkerRoleCommand } from '@atelier/domain/workforce/worker-role.ts';
import { countHolders, oneAtATime } from '@atelier/application/workforce/administer-workers.commands.ts';
import { listWorkerRoles } from '@atelier/application/workforce/worker-list.queries.ts';
import { changeWorkerRole } from '@atelier/application/workforce/worker-roles.commands.ts';
import type { FastifyInstance } from 'fastify';
import { DatabaseError } from 'pg';
import { z } from 'zod';
import { accepted, type CommandInput } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { badField, notFound } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';

const PERMISSION = 'view manage factory worker permission';
/** Roles belong to the house: a site reads them to give them to its workers, and changes none. */
const READ = { permission: PERMISSION, scope: 'none' } as const;
const CHANGE = { permission: PERMISSION, scope: 'house' } as const;

/** Worker roles (product/workforce.md §4): the key never changes, deleting is refused while workers hold it. */
export function workerRoleRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...READ,
    method: 'POST',
    url: '/all/rma_workers_role',
    summary: 'Roles of factory workers, each permission with its Selected flag',
    response: workerRolesResponse,
    handler: async () => {
      const roles = await listWorkerRoles(deps.db);
      return ok(roles, { total: roles.length });
    },
  });
  // Clients call these by two spellings of the path: both are served.
  for (const name of ['rma_workers_role', 'rma_worker_role']) {
    createRoute(app, deps, name);
    updateRoute(app, deps, name);
    deleteRoute(app, deps, name);
  }
}

function createRoute(app: FastifyInstance, deps: ApiDeps, name: string): void {
  defineRoute(app, {
    ...CHANGE,
    method: 'POST',
    url: `/create/${name}`,
    summary: 'Define a role of factory workers: Key and Name',
    body: createWorkerRoleBody,
    response: workerRoleResponse,
    handler: async (input) => {
      const [roleId = 0] = await deps.store.nextIds(1);
      const { Key: key, Name } = input.body;
      const command = { type: 'DefineWorkerRole', roleId, key, name: Name } as const;
      return shown(deps, await run(deps, input, roleId, command).catch(keyUsed));
    },
  });
}

function updateRoute(app: FastifyInstance, deps: ApiDeps, name: string): void {
  defineRoute(app, {
    ...CHANGE,
    method: 'POST',
    url: `/update/${name}`,
    summary: 'Rename a role or change its permissions; takes effect at once for signed-in workers',
    body: updateWorkerRoleBody,
    response: workerRoleResponse,
    handler: async (input) => {
      const { ID, Name, Permission } = input.body;
      const command = { type: 'ChangeWorkerRole', name: Name, permissions: Permission } as const;
      return shown(deps, await run(deps, input, ID, command));
    },
  });
}

function deleteRoute(app: FastifyInstance, deps: ApiDeps, name: string): void {
  defineRoute(app, {
    ...CHANGE,
    method: 'POST',
    url: `/delete/${name}`,
    summary: 'Delete a role that no active worker holds',
    body: workerIdBody,
    response: envelope(z.null()),
    handler: async (input) => {
      const { ID } = input.body;
      await oneAtATime(deps.db, async () => {
        const holders = await countHolders(deps.db, ID);
        return run(deps, input, ID, { type: 'DeleteWorkerRole', holders });
      });
      return ok(null, { message: 'role deleted' });
    },
  });
}

/** Answers the role's id: that of the first run, when the same request comes again. */
async function run(
  deps: ApiDeps,
  input: CommandInput,
  roleId: number,
  command: WorkerRoleCommand,
): Promise<number> {
  const { metadata, ...extras } = input.command();
  const outcome = accepted(await changeWorkerRole(deps.store, roleId, command, metadata, extras));
  return Number(outcome.answer?.['role_id'] ?? roleId);
}

const UNIQUE_VIOLATION = '23505';

function keyUsed(error: unknown): never {
  if (!(error instanceof DatabaseError && error.code === UNIQUE_VIOLATION)) throw error;
  throw badField('Key', 'role_key_used', 'Another role uses this key, or used it before.');
}

async function shown(deps: ApiDeps, roleId: number) {
  const role = (await listWorkerRoles(deps.db)).find(({ ID }) => ID === roleId);
  if (role === undefined) throw notFound();
  return ok(role, { message: 'role updated', version: role.version });
}
