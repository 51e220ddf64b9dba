import { wireId } from '@atelier/contracts/contract/schema.ts';
import {
  boardResponse,
  createHistoryResponse,
  dashboardQuery,
  dashboardStatsResponse,
} from '@atelier/contracts/dashboard/schema.ts';
import { pastStageBoard, stageBoard } from '@atelier/application/dashboard/board.queries.ts';
import { createHistory, pastCreateHistory } from '@atelier/application/dashboard/create-history.queries.ts';
import { pastDashboardStats } from '@atelier/application/dashboard/past-dashboard.queries.ts';
import { dashboardStats } from '@atelier/application/dashboard/stats.queries.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { badField, notFound } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { besideOf, momentIn, policyIn } from '../shared/moment.ts';
import { OPERATION_VIEWERS } from '../http/viewers.ts';
import { wallRoutes } from './wall.routes.ts';

const VIEWERS = ['view home page', 'operation dashboard'] as const;
/** Counters follow the log: a reader with `min_position` waits for them. */
const COUNTERS = ['dashboard'];

/** Tiles, weekly deposits and the stage board (product/dashboard.md §1, §3, §4). */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/dashboard/stats',
    forWalls: true,
    permission: VIEWERS,
    scope: 'site',
    summary: "The tiles of the caller's store or site, and when the next one flips by the clock alone",
    query: dashboardQuery,
    response: dashboardStatsResponse,
    waitsFor: COUNTERS,
    handler: async ({ query, scope }) => {
      const moment = momentIn(query, deps.clock);
      const context = { scope, now: deps.clock.now(), policy: policyIn(deps, moment) };
      const stats =
        moment === null
          ? await dashboardStats(deps.pool, context)
          : await inScope(deps.db, scope, (trx) => pastDashboardStats(trx, moment, context));
      return ok(stats, besideOf(moment));
    },
  });
  defineRoute(app, {
    method: 'GET',
    url: '/dashboard/create_history',
    permission: VIEWERS,
    scope: 'site',
    summary: 'Deposits of the last twelve weeks, oldest first, empty weeks as 0',
    query: dashboardQuery,
    response: createHistoryResponse,
    waitsFor: COUNTERS,
    handler: async ({ query, scope }) => {
      const [moment, now] = [momentIn(query, deps.clock), deps.clock.now()];
      const weeks = await inScope(deps.db, scope, (trx) =>
        moment === null ? createHistory(trx, scope, now) : pastCreateHistory(trx, scope, moment, now),
      );
      return ok(weeks, besideOf(moment));
    },
  });
  boardRoute(app, deps);
  wallRoutes(app, deps);
}

function boardRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/dashboard/board',
    forWalls: true,
    permission: OPERATION_VIEWERS,
    scope: 'site',
    summary: 'What a site holds, stage by stage; the own site unless `site_id` says otherwise',
    query: dashboardQuery.extend({ site_id: wireId.optional() }),
    response: boardResponse,
    waitsFor: COUNTERS,
    handler: async ({ query, principal, scope }) => {
      const siteId = query.site_id ?? principal.siteId;
      if (siteId === undefined) throw badField('site_id', 'site_required', 'Choose a site.');
      const moment = momentIn(query, deps.clock);
      const context = { stages: policyIn(deps, moment).stages, now: deps.clock.now() };
      const board = await inScope(deps.db, scope, (trx) =>
        moment === null
          ? stageBoard(trx, siteId, context)
          : pastStageBoard(trx, siteId, moment, context.stages),
      );
      if (board === undefined) throw notFound();
      return ok(board, besideOf(moment));
    },
  });
}
