import { wireId } from '@atelier/domain/contract/schema.ts';
import {
  boardResponse,
  createHistoryResponse,
  dashboardStatsResponse,
} from '@atelier/domain/dashboard/schema.ts';
import { stageBoard } from '@atelier/application/dashboard/board.queries.ts';
import { createHistory } from '@atelier/application/dashboard/create-history.queries.ts';
import { dashboardStats } from '@atelier/application/dashboard/stats.queries.ts';
import { inScope } from '@atelier/application/database.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ApiDeps } from '../deps.ts';
import { ok } from '../envelope.ts';
import { badField, notFound } from '../errors.ts';
import { defineRoute } from '../route.ts';
import { OPERATION_VIEWERS } from '../viewers.ts';

const VIEWERS = ['view home page', 'operation dashboard'] as const;
/** Counters follow the log: a reader with `min_position` waits for them. */
const COUNTERS = ['dashboard'];

/** Tiles, weekly deposits and the stage board (product/dashboard.md §1, §3, §4). */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/dashboard/stats',
    permission: VIEWERS,
    scope: 'site',
    summary: "The tiles of the caller's store or site, and when the next one flips by the clock alone",
    response: dashboardStatsResponse,
    waitsFor: COUNTERS,
    handler: async ({ scope }) => {
      const context = { scope, now: deps.clock.now(), policy: deps.policy() };
      return ok(await inScope(deps.db, scope, (trx) => dashboardStats(trx, context)));
    },
  });
  defineRoute(app, {
    method: 'GET',
    url: '/dashboard/create_history',
    permission: VIEWERS,
    scope: 'site',
    summary: 'Deposits of the last twelve weeks, oldest first, empty weeks as 0',
    response: createHistoryResponse,
    waitsFor: COUNTERS,
    handler: async ({ scope }) => {
      const now = deps.clock.now();
      return ok(await inScope(deps.db, scope, (trx) => createHistory(trx, scope, now)));
    },
  });
  boardRoute(app, deps);
}

function boardRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/dashboard/board',
    permission: OPERATION_VIEWERS,
    scope: 'site',
    summary: 'What a site holds, stage by stage; the own site unless `site_id` says otherwise',
    query: z.object({ site_id: wireId.optional(), min_position: z.coerce.number().int().min(0).optional() }),
    response: boardResponse,
    waitsFor: COUNTERS,
    handler: async ({ query, principal, scope }) => {
      const siteId = query.site_id ?? principal.siteId;
      if (siteId === undefined) throw badField('site_id', 'site_required', 'Choose a site.');
      const board = await inScope(deps.db, scope, (trx) => stageBoard(trx, siteId, deps.policy().stages));
      if (board === undefined) throw notFound();
      return ok(board);
    },
  });
}
