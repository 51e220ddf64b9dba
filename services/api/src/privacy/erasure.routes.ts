import { ASKS, DECIDES } from '@atelier/domain/privacy/contract.ts';
import {
  decideErasureBody,
  erasureBody,
  erasureResponse,
  withdrawErasureBody,
} from '@atelier/contracts/privacy/schema.ts';
import type { CommandOutcome } from '@atelier/application/commands/run-command.ts';
import {
  approveRequest,
  askForErasure,
  refuseRequest,
  withdrawRequest,
} from '@atelier/application/privacy/erasure.commands.ts';
import { findErasure } from '@atelier/application/privacy/erasures.queries.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices, type CommandInput } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { readerOf } from './reader.ts';

/** Asked for by one account, decided by another (product/privacy.md §2). */
export function erasureRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'POST',
    url: '/privacy/erase',
    permission: ASKS,
    scope: 'house',
    summary: 'Ask for everything held about customers to be erased; another account decides',
    body: erasureBody,
    waitsFor: ['search'],
    seesNewest: true,
    response: erasureResponse,
    handler: (input) => {
      const { customer_refs: customerRefs, reason, note = null } = input.body;
      const asked = { customerRefs, reason, note };
      return responseTo(deps, input, askForErasure(commandServices(deps), callerOf(input), asked));
    },
  });
  decideRoutes(app, deps);
}

function decideRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'POST',
    url: '/privacy/erase/decide',
    permission: DECIDES,
    scope: 'house',
    summary: 'Approve a request for erasure, or refuse it with a reason; not for the account that asked',
    body: decideErasureBody,
    response: erasureResponse,
    handler: (input) => {
      const { request_id: requestId, decision, note = null } = input.body;
      const decide = decision === 'approve' ? approveRequest : refuseRequest;
      const decided = decide(commandServices(deps), callerOf(input), { requestId, note });
      return responseTo(deps, input, decided);
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/privacy/erase/withdraw',
    permission: ASKS,
    scope: 'house',
    summary: 'Withdraw a request for erasure before it is carried out',
    body: withdrawErasureBody,
    response: erasureResponse,
    handler: (input) => {
      const { request_id: requestId, note = null } = input.body;
      const withdrawn = withdrawRequest(commandServices(deps), callerOf(input), { requestId, note });
      return responseTo(deps, input, withdrawn);
    },
  });
}

/** The request as it is now. */
async function responseTo(
  { db, store }: ApiDeps,
  { principal }: Pick<CommandInput, 'principal'>,
  command: Promise<CommandOutcome>,
) {
  const { answer, position } = accepted(await command);
  const found = await findErasure(db, store, Number(answer?.['request_id']), readerOf(principal));
  if (found === undefined) throw notFound();
  return ok(found, { message: 'update success', position, version: found.version });
}
