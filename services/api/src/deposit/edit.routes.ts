import { wireId } from '@atelier/contracts/contract/schema.ts';
import { holdsAny } from '@atelier/domain/identity/principal.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { itemStream, rmaStream } from '@atelier/domain/kernel.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import { BENCH_PERMISSIONS } from '@atelier/domain/shared/bench-permissions.ts';
import { itemCommandResponse } from '@atelier/contracts/repair/schema.ts';
import { editRmaResponse, editRmaBody, fakeProductBody } from '@atelier/contracts/deposit/edit-schema.ts';
import type { CommandOutcome } from '@atelier/application/commands/run-command.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { WrongExpectedVersion } from '@atelier/event-store/errors.ts';
import { reportCounterfeit } from '@atelier/application/deposit/counterfeit.commands.ts';
import { editDeposit } from '@atelier/application/deposit/deposit-edit.commands.ts';
import { findEditsSince } from '@atelier/application/deposit/edit-conflict.queries.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { ApiError } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { contactIssues, editedDepositOf } from './deposit-body.ts';
import { explainDepositField } from './deposit-messages.ts';
import { depositRefusal, refuseOverride } from './deposit-refusal.ts';

const UPDATED = 'RMA has been updated';

/** What is said of a deposit after it was taken in (product/deposit.md §10, §11). */
export function editRoutes(app: FastifyInstance, deps: ApiDeps): void {
  editRoute(app, deps);
  fakeProductRoute(app, deps);
}

function editRoute(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  defineRoute(app, {
    method: 'PUT',
    url: '/rma/:id',
    permission: 'cancel or edit rma',
    scope: 'site',
    summary: 'Edit an RMA: everything while its items are at 1, later only contact and address',
    params: z.object({ id: wireId }),
    body: editRmaBody,
    response: editRmaResponse,
    explain: explainDepositField,
    handler: async (input) => {
      const { body, params, principal, scope } = input;
      refuseOverride(body, principal);
      const rights = { mayDiscount: holdsAny(principal.permissions, ['decide waived fee']) };
      const given = { ...editedDepositOf(body, params.id), rights, issues: contactIssues(body) };
      const caller = callerOf(input);
      const outcome = await editDeposit(services, caller, given).catch((error: unknown) =>
        throwConflict(error, deps, scope, params.id, caller.expectedVersion),
      );
      return edited(deps, outcome, params.id, rmaStream(params.id));
    },
  });
}

/** The version is that of the stream `If-Match` speaks of, also when the form changed nothing and moved nothing. */
async function edited({ store }: ApiDeps, outcome: CommandOutcome, id: number, streamId: string) {
  if (!outcome.ok) throw depositRefusal(outcome.rejection);
  const version = outcome.versions[streamId] ?? (await store.readStream(streamId)).version;
  return ok({ id, version }, { message: UPDATED, position: outcome.position, version });
}

/** A stale edit receives who changed the form meanwhile, and where (product/calls.md §2: 409). */
async function throwConflict(
  error: unknown,
  { db, store }: ApiDeps,
  scope: DataScope,
  rmaId: number,
  seen = 0,
): Promise<never> {
  if (!(error instanceof WrongExpectedVersion)) throw error;
  const data = await inScope(db, scope, (trx) => findEditsSince(trx, store, rmaId, seen));
  const by = [...new Set(data.changes.map((change) => change.by))].filter(Boolean).join(', ');
  const who = by === '' ? 'somebody else' : by;
  throw new ApiError(409, error.code, `This has been changed by ${who} since you opened it.`, { data });
}

const WHO_REPORTS: readonly PermissionName[] = [
  'view request new rma page',
  'cancel or edit rma',
  ...BENCH_PERMISSIONS,
];

function fakeProductRoute(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  defineRoute(app, {
    method: 'POST',
    url: '/fake/product',
    permission: WHO_REPORTS,
    scope: 'site',
    summary: 'Report a piece as a suspected counterfeit, with a picture and a remark',
    body: fakeProductBody,
    response: itemCommandResponse,
    explain: explainDepositField,
    handler: async (input) => {
      const { rma_item_id: id, image, remark } = input.body;
      const outcome = await reportCounterfeit(services, callerOf(input), id, { image, remark });
      return edited(deps, outcome, id, itemStream(id));
    },
  });
}
