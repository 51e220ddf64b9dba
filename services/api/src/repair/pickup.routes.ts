import { pickupBody, pickupResponse, type PickupBody } from '@atelier/contracts/repair/schema.ts';
import { collect } from '@atelier/application/repair/collect.commands.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { forbidden } from '../http/errors.ts';
import { holdsAny } from '@atelier/domain/identity/principal.ts';
import { saidLoansOf } from '../shared/loan-body.ts';
import { defineRoute } from '../http/route.ts';

/** One client collects several pieces: their payments and the handover as one decision (product/repair.md §15). */
export function pickupRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  defineRoute(app, {
    method: 'POST',
    url: '/rma/pickup',
    permission: 'shop handover',
    scope: 'store',
    summary:
      'Take what a client pays, and hand their items over, with the pickup signature saved before: all or nothing',
    body: pickupBody,
    response: pickupResponse,
    handler: async (input) => {
      const { payments, rma_item_ids: ids } = input.body;
      if (payments.length > 0 && !holdsAny(input.principal.permissions, 'take payment')) throw forbidden();
      const { position } = accepted(await collect(services, callerOf(input), collectionOf(input.body)));
      return ok({ ids }, { message: 'RMA has been updated', position });
    },
  });
}

function collectionOf({ rma_item_ids: itemIds, payments, signature_id: signature, ...body }: PickupBody) {
  return {
    itemIds: [...new Set(itemIds)],
    payments: payments.map(({ amount, currency, means, reference }) => ({
      paid: { amount, currency },
      means,
      reference: reference === '' ? null : reference,
    })),
    signature,
    notReturned: body.not_returned,
    said: saidLoansOf(body.loans),
  };
}
