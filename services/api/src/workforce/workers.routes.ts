import type { Principal } from '@atelier/domain/identity/principal.ts';
import {
  badgeResponse,
  badgeBody,
  createWorkerBody,
  deleteWorkerBody,
  updateWorkerBody,
  workerResponse,
  workersResponse,
  workersBody,
  type UpdateWorkerBody,
  type WorkersBody,
  type WorkerView,
} from '@atelier/contracts/workforce/schema.ts';
import type { WorkerCommand } from '@atelier/domain/workforce/worker.ts';
import { administerWorker } from '@atelier/application/workforce/administer-workers.commands.ts';
import {
  findRoleKey,
  findWorker,
  listWorkers,
  type WorkerFilter,
} from '@atelier/application/workforce/worker-list.queries.ts';
import { clearWorkerTries } from '@atelier/application/shared/pin-attempts.commands.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, type CommandInput } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { badField, notFound, type ApiError } from '../http/errors.ts';
import { hashPassword } from '../shared/passwords.ts';
import { defineRoute } from '../http/route.ts';
import { revealBadge } from '../shared/reveal-badge.ts';
import { pinTarget } from '../shared/attempt-digests.ts';
import { lookUpBadge } from './badge-lookup.ts';

const GUARD = { permission: 'view manage factory worker permission', scope: 'site' } as const;

/** Workers: listed, registered, changed, deactivated; a badge shown in full is an event. */
export function workerRoutes(app: FastifyInstance, deps: ApiDeps): void {
  listRoute(app, deps);
  createRoute(app, deps);
  updateRoute(app, deps);
  deleteRoute(app, deps);
  badgeRoute(app, deps);
}

function listRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/all/rma_workers',
    summary: 'Factory workers by id descending, barcodes masked',
    body: workersBody,
    response: workersResponse,
    handler: async ({ body, scope, principal }) => {
      const look = () => listWorkers(deps, scope, filterOf(body));
      const { workers, total } =
        body.Barcode === undefined
          ? await look()
          : await lookUpBadge(deps, { accountId: principal.user.id, look });
      return ok([...workers], { total });
    },
  });
}

const filterOf = (body: WorkersBody): WorkerFilter => ({
  page: body.page,
  pageSize: body.page_size,
  search: body.search,
  id: body.ID,
  workId: body.WorkerID,
  name: body.WorkerName,
  barcode: body.Barcode,
  department: body.Department,
  siteId: body.store,
  roleId: body.Role,
  active: body.IsActive,
});

function createRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/create/rma_worker',
    summary: 'Register a factory worker',
    body: createWorkerBody,
    response: workerResponse,
    handler: async (input) => {
      const {
        WorkerID: workId,
        WorkerName: name,
        Barcode: barcode,
        Department: department,
        ...rest
      } = input.body;
      const siteId = await siteOf(deps, input.principal, rest.store);
      const roleKey = await roleKeyOf(deps, rest.Role);
      const [workerId = 0] = await deps.store.nextIds(1);
      const facts = { workId, profile: { name, barcode }, department, roleKey, siteId };
      const id = await administer(
        deps,
        input,
        workerId,
        { type: 'RegisterWorker', workerId, ...facts },
        rest.Pin,
      );
      if (rest.IsActive && (rest.Pin ?? '') === '') return shown(deps, input, id);
      const more = { type: 'ChangeWorker', active: rest.IsActive, pin: pinSaid(rest.Pin) } as const;
      await administer(deps, input, id, more, rest.Pin, 'more');
      return shown(deps, input, id);
    },
  });
}

function updateRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/update/rma_worker',
    summary: 'Change a factory worker; what is left out stays as it is',
    body: updateWorkerBody,
    response: workerResponse,
    handler: async (input) => {
      const { ID, Pin } = input.body;
      await viewOf(deps, input, ID);
      const change = await changeOf(deps, input.principal, input.body);
      await administer(deps, input, ID, { type: 'ChangeWorker', ...change }, Pin);
      if (Pin !== undefined) await clearWorkerTries(deps.db, pinTarget(deps, ID));
      return shown(deps, input, ID);
    },
  });
}

function deleteRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/delete/rma_worker',
    summary: 'Deactivate a factory worker; the history keeps them',
    body: deleteWorkerBody,
    response: workerResponse,
    handler: async (input) => {
      const { ID } = input.body;
      await viewOf(deps, input, ID);
      await administer(deps, input, ID, { type: 'DeactivateWorker' });
      return shown(deps, input, ID);
    },
  });
}

function badgeRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/rma_worker/badge',
    summary: 'The full barcode of a badge; who viewed or printed it is recorded',
    body: badgeBody,
    response: badgeResponse,
    handler: async (input) => {
      const { ID, how } = input.body;
      const { badge, position } = await revealBadge(deps, input, ID, how);
      const { workId: WorkerID, name: WorkerName, barcode: Barcode } = badge;
      return ok({ ID, WorkerID, WorkerName, Barcode }, { position });
    },
  });
}

/** Runs the command and answers the worker's id: that of the first run, when the same request comes again. */
async function administer(
  deps: ApiDeps,
  input: CommandInput,
  workerId: number,
  command: WorkerCommand,
  pin?: string,
  part = '',
): Promise<number> {
  const { metadata, idempotency, expectedVersion } = input.command();
  const key = idempotency && {
    ...idempotency,
    key: part === '' ? idempotency.key : `${idempotency.key}#${part}`,
  };
  const outcome = await administerWorker(deps, {
    workerId,
    command,
    metadata,
    idempotency: key,
    expectedVersion: command.type === 'ChangeWorker' && part === '' ? expectedVersion : undefined,
    pinHash: await pinHashOf(pin),
  });
  const issue = outcome.ok ? undefined : ERRORS[outcome.rejection.code];
  if (issue !== undefined) throw issue();
  return Number(accepted(outcome).answer?.['worker_id'] ?? workerId);
}

/** Whose field a refusal is about: the form says it there. */
const ERRORS: Readonly<Record<string, () => ApiError>> = {
  work_id_used: () => badField('WorkerID', 'work_id_used', 'Another active worker has this work id.'),
  barcode_used: () => badField('Barcode', 'barcode_used', 'Another active worker has this barcode.'),
  role_unknown: () => badField('Role', 'role_unknown', 'There is no such role.'),
};

const pinHashOf = async (pin: string | undefined): Promise<string | null | undefined> =>
  pin === undefined ? undefined : pin === '' ? null : hashPassword(pin);

const pinSaid = (pin: string | undefined): boolean | undefined =>
  pin === undefined ? undefined : pin !== '';

async function changeOf(deps: ApiDeps, principal: Principal, body: UpdateWorkerBody) {
  return {
    workId: body.WorkerID,
    name: body.WorkerName,
    barcode: body.Barcode,
    department: body.Department,
    roleKey: body.Role === undefined ? undefined : await roleKeyOf(deps, body.Role),
    siteId: body.store === undefined ? undefined : await siteOf(deps, principal, body.store),
    active: body.IsActive,
    pin: pinSaid(body.Pin),
  };
}

async function roleKeyOf({ db }: ApiDeps, roleId: number): Promise<string> {
  const key = await findRoleKey(db, roleId);
  if (key === undefined) throw badField('Role', 'role_unknown', 'There is no such role.');
  return key;
}

/** An account of a site registers workers there; stations stand in factories and warehouses, not in shops. */
async function siteOf({ db }: ApiDeps, principal: Principal, wanted: number | undefined): Promise<number> {
  const id = wanted ?? principal.siteId;
  const isOurs = principal.siteId === undefined || principal.siteId === id;
  const site =
    id === undefined || !isOurs
      ? undefined
      : await db
          .selectFrom('sites')
          .select('id')
          .where('id', '=', id)
          .where('kind', '<>', 'shop')
          .executeTakeFirst();
  if (site === undefined) throw badField('store', 'invalid_site', 'Choose a factory or a warehouse.');
  return site.id;
}

async function viewOf(deps: ApiDeps, { scope }: CommandInput, workerId: number): Promise<WorkerView> {
  const found = await findWorker(deps.db, deps.store, scope, workerId);
  if (found === undefined) throw notFound();
  return found;
}

async function shown(deps: ApiDeps, input: CommandInput, workerId: number) {
  const worker = await viewOf(deps, input, workerId);
  return ok(worker, { message: 'worker updated', version: worker.version });
}
