import { deliveryCheckResponse, deliveryCheckBody } from '@atelier/contracts/deposit/delivery-schema.ts';
import type { DeliveryRefusal } from '@atelier/domain/deposit/contract.ts';
import { checkDelivery } from '@atelier/application/reference/delivery.queries.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';

// Fixed words (product/deposit.md §12).
const REASONS = {
  country_unknown: 'Please select the country',
  country_not_served: 'The country is not served',
  country_closed_to_clients: 'The country does not allow sending to the customer',
  invoice_without_shipping_fee: 'The invoice has no shipping fee info',
  item_ended: 'The repair has ended',
} as const satisfies Record<DeliveryRefusal, string>;

/** `POST /check/deliver/type` (product/deposit.md §12): a question, it changes nothing. */
export function deliveryRoutes(app: FastifyInstance, { db, policy }: ApiDeps): void {
  defineRoute(app, {
    method: 'POST',
    url: '/check/deliver/type',
    permission: [
      'view request new rma page',
      'cancel or edit rma',
      'view prepare package page',
      'logistic ship out',
    ],
    scope: 'site',
    summary: 'Whether pieces may be sent to a shop or a client in a country, and the shipping cost',
    body: deliveryCheckBody,
    response: deliveryCheckResponse,
    handler: async ({ body, scope }) => {
      const check = await checkDelivery(db, scope, body, policy());
      if (check === undefined) throw notFound();
      return ok(check, { message: check.reason === null ? '' : REASONS[check.reason] });
    },
  });
}
