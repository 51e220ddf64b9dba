import {
  itemCommandResponse,
  paymentBody,
  paymentCorrectBody,
  refundBody,
  type PaymentBody,
} from '@atelier/contracts/repair/schema.ts';
import {
  correctPayment,
  recordPayment,
  recordRefund,
} from '@atelier/application/repair/item-words.commands.ts';
import type { FastifyInstance } from 'fastify';
import { callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { defineRoute } from '../http/route.ts';
import { itemResponse } from '../shared/item-response.ts';

const GUARD = { permission: 'take payment', scope: 'store' } as const;

/** Payments, their corrections and refunds (product/repair.md §14): records, not a card terminal. */
export function paymentRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/rma/payment',
    summary: 'Record a payment',
    body: paymentBody,
    response: itemCommandResponse,
    handler: async (input) => {
      const payment = paymentOf(input.body);
      return itemResponse(payment.itemId, await recordPayment(services, callerOf(input), payment));
    },
  });
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/rma/payment/correct',
    summary: 'Correct a payment or refund that was recorded wrongly, with a reason; an amount of 0 voids it',
    body: paymentCorrectBody,
    response: itemCommandResponse,
    handler: async (input) => {
      const { payment, reason } = input.body;
      const correction = { ...paymentOf(input.body), payment, reason };
      return itemResponse(correction.itemId, await correctPayment(services, callerOf(input), correction));
    },
  });
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/rma/refund',
    summary: 'Record money given back to the client: at most what was paid and is not due',
    body: refundBody,
    response: itemCommandResponse,
    handler: async (input) => {
      const refund = { ...paymentOf(input.body), reason: input.body.reason };
      return itemResponse(refund.itemId, await recordRefund(services, callerOf(input), refund));
    },
  });
}

function paymentOf({ rma_item_id: itemId, amount, currency, means, reference }: PaymentBody) {
  return { itemId, paid: { amount, currency }, means, reference: reference === '' ? null : reference };
}
