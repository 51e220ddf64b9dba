import { DECIDES, SEES_PERSONS } from '@atelier/domain/privacy/contract.ts';
import { holdBody, legalHoldResponse, releaseHoldBody } from '@atelier/contracts/privacy/schema.ts';
import type { CommandOutcome } from '@atelier/application/commands/run-command.ts';
import { placeLegalHold, releaseLegalHold } from '@atelier/application/privacy/legal-hold.commands.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';

/**
 * The law keeps a customer's data: any account of the route may record this; only an account that decides on
 * erasures may end it (product/privacy.md §4).
 */
export function holdRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'POST',
    url: '/privacy/hold',
    permission: SEES_PERSONS,
    scope: 'house',
    summary: 'Place a legal hold on a customer: nothing of theirs is erased while it stands',
    body: holdBody,
    response: legalHoldResponse,
    handler: async (input) => {
      const { customer_ref: customerRef, reason, reference = null } = input.body;
      const asked = { customerRef, reason, reference };
      return responseTo(await placeLegalHold(commandServices(deps), callerOf(input), asked));
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/privacy/hold/release',
    permission: DECIDES,
    scope: 'house',
    summary: 'Release a legal hold, with a reason',
    body: releaseHoldBody,
    response: legalHoldResponse,
    handler: async (input) => {
      const { hold_id: holdId, note } = input.body;
      return responseTo(await releaseLegalHold(commandServices(deps), callerOf(input), { holdId, note }));
    },
  });
}

function responseTo(outcome: CommandOutcome) {
  const { answer, position } = accepted(outcome);
  return ok({ hold_id: Number(answer?.['hold_id']) }, { message: 'update success', position });
}
