import type { FastifyInstance } from 'fastify';
import { inScope } from '@atelier/application/platform/database.ts';
import { processOf } from '@atelier/application/insight/process.queries.ts';
import { processResponse } from '@atelier/contracts/insight/process-schema.ts';
import { insightQuery } from '@atelier/contracts/insight/schema.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { besideOf } from '../shared/moment.ts';
import { figureAsked } from './asked.ts';

/** The paths that pieces took between statuses, against the state table (docs/product/insight.md §7). */
export function processRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/insight/process',
    permission: ['view home page', 'operation dashboard', 'audit replay'],
    scope: 'site',
    waitsFor: ['piece_facts', 'stage_stays'],
    summary:
      'How pieces moved between statuses in a period: counts, P50 and P85, rework, and moves outside the rules',
    query: insightQuery,
    response: processResponse,
    handler: async ({ query, scope }) => {
      const { asked } = figureAsked(query, deps.clock);
      return ok(await inScope(deps.db, scope, (trx) => processOf(trx, asked)), besideOf(asked.moment));
    },
  });
}
