import { expectedAtDeposit } from '@atelier/application/promise/at-deposit.queries.ts';
import { expectedQuery, expectedResponse } from '@atelier/contracts/promise/schema.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { forbidden } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';

/** `GET /promise/expected` (product/promise.md §4): a question, it changes nothing. */
export function routes(app: FastifyInstance, { db, clock }: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/promise/expected',
    permission: 'view request new rma page',
    scope: 'store',
    summary: 'When a piece that is deposited now is expected to be ready: likely (P50) and latest day (P85)',
    query: expectedQuery,
    response: expectedResponse,
    handler: async ({ query, principal }) => {
      if (principal.storeId === undefined) throw forbidden();
      const expected = await expectedAtDeposit(
        { db, clock },
        {
          storeId: principal.storeId,
          sku: query.sku,
          delivery: query.delivery,
          reasonIds: query.rma_reason_ids ?? [],
          inWarranty: query.is_under_warranty,
        },
      );
      return ok({ expected_likely: expected?.likely ?? null, expected_latest: expected?.latest ?? null });
    },
  });
}
