import { rmaStatusList } from '@atelier/domain/shared/status.ts';
import { commentsResponse, commentsQuery, statusListResponse } from '@atelier/contracts/repair/schema.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { findComments } from '@atelier/application/repair/comments.queries.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound } from '../http/errors.ts';
import { besideOf, momentIn } from '../shared/moment.ts';
import { defineRoute } from '../http/route.ts';
import { OPERATION_VIEWERS, SHOP_VIEWERS } from '../http/viewers.ts';

/** The statuses and an item's remarks (product/calls.md §9). */
export function readRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/rmastatuslist',
    permission: 'session',
    scope: 'none',
    summary: 'Every status in process order',
    response: statusListResponse,
    handler: async () => {
      const statuses = [...rmaStatusList()];
      return ok(statuses, { total: statuses.length });
    },
  });
  defineRoute(app, {
    method: 'GET',
    url: '/comments',
    shows: 'persons',
    permission: [...SHOP_VIEWERS, ...OPERATION_VIEWERS],
    scope: 'site',
    summary: 'Store (1) and factory (2) remarks on an item, oldest first',
    query: commentsQuery,
    response: commentsResponse,
    handler: async ({ query, scope }) => {
      const moment = momentIn(query, deps.clock);
      const reader = { store: deps.store, scope, moment };
      const comments = await inScope(deps.db, scope, (trx) =>
        findComments(trx, query.id, query.comment_type, reader),
      );
      if (comments === undefined) throw notFound();
      return ok(comments, { total: comments.length, ...besideOf(moment) });
    },
  });
}
