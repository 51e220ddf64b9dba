import type { FastifyInstance } from 'fastify';
import {
  goldBalance,
  listIntervals,
  type WeightsAsked,
} from '@atelier/application/insight/weights.queries.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import {
  goldIntervalsQuery,
  goldIntervalsResponse,
  goldQuery,
  goldResponse,
  type GoldQuery,
} from '@atelier/contracts/insight/gold-schema.ts';
import { FIGURE_READERS } from '@atelier/domain/insight/figures.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { besideOf } from '../shared/moment.ts';
import { figureAsked } from './asked.ts';

const GOLD = {
  method: 'GET',
  permission: FIGURE_READERS,
  scope: 'site',
  waitsFor: ['weight_intervals'],
} as const;

function weightsAsked(query: GoldQuery, { clock }: ApiDeps): WeightsAsked {
  const { period, moment } = figureAsked(query, clock).asked;
  return { period, moment, siteId: query.site_id, line: query.line, goldOnly: query.gold };
}

/** The weight of pieces between weighings, to the milligram, and where it differs (docs/product/insight.md §6). */
export function goldRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...GOLD,
    url: '/insight/gold',
    summary: 'Milligrams in, out, scrapped and lost by site, bench and month, and what is missing',
    query: goldQuery,
    response: goldResponse,
    handler: async ({ query, scope }) => {
      const asked = weightsAsked(query, deps);
      const rows = await inScope(deps.db, scope, (trx) => goldBalance(trx, asked));
      return ok({ rows, tolerance_mg: deps.policy().weightTolerance }, besideOf(asked.moment));
    },
  });
  defineRoute(app, {
    ...GOLD,
    url: '/insight/gold/intervals',
    summary: 'The intervals between weighings that a mark of the gold ledger counts, with their pieces',
    query: goldIntervalsQuery,
    response: goldIntervalsResponse,
    handler: async ({ query, scope }) => {
      const asked = weightsAsked(query, deps);
      const { page, page_size: pageSize, verdict, place, status } = query;
      const mark = { verdict, place, status };
      const { rows, total } = await inScope(deps.db, scope, (trx) =>
        listIntervals(trx, { asked, mark, page, pageSize }),
      );
      return ok([...rows], { total, ...besideOf(asked.moment) });
    },
  });
}
