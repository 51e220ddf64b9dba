import { customerStatusResponse, customerStatusQuery } from '@atelier/contracts/customer-site/schema.ts';
import { createPlaces } from '@atelier/application/reference/places.queries.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { readCustomerPage } from './customer-page.ts';

/** An open page asks every few seconds. Guesses of digits are counted apart, by deposit. */
const LIMIT = { max: 60, windowMs: 60_000 };

/**
 * `GET /rma/currenct/status` (product/customer-page.md §1): public, for a caller with the reference, or the number
 * of the deposit or on a piece's label, and the last four digits of the phone. Unknown and wrong are one answer. Like every answer of
 * the API it is never cached and never indexed; a page that asks again sends the tag it has.
 */
export function customerRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const places = createPlaces(deps.db);
  defineRoute(app, {
    method: 'GET',
    url: '/rma/currenct/status',
    permission: 'public',
    scope: 'link',
    summary: "The customer's page: where the repair stands, an element per item",
    query: customerStatusQuery,
    response: customerStatusResponse,
    limit: LIMIT,
    handler: async ({ query, scope }) => {
      const { rma_id: reference, phone_last4: phoneLast4, language } = query;
      const status = await readCustomerPage(deps, scope, places, { reference, phoneLast4, language });
      if (status === undefined) throw notFound();
      return ok([...status.items], { total: status.items.length, tag: status.tag });
    },
  });
}
