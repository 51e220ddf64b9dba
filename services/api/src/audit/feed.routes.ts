import { findFeed } from '@atelier/application/audit/feed.queries.ts';
import { findUnusual } from '@atelier/application/audit/unusual.queries.ts';
import { inScope } from '@atelier/application/database.ts';
import { feedQuery, feedResponse, unusualQuery, unusualResponse } from '@atelier/domain/audit/feed-schema.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { ok } from '../envelope.ts';
import { defineRoute } from '../route.ts';

export const AUDIT = { permission: 'audit replay', scope: 'house' } as const;

/** What happened lately at every site (product/audit.md §4). */
export function feedRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...AUDIT,
    method: 'GET',
    url: '/audit/feed',
    summary: 'What happened at all sites, newest first, by kind, site, person and span',
    query: feedQuery,
    response: feedResponse,
    handler: async ({ query, scope }) => {
      const found = await inScope(deps.db, scope, (trx) => findFeed(trx, deps.store, query));
      return ok(found.entries, { beside: { next: found.next } });
    },
  });
  defineRoute(app, {
    ...AUDIT,
    method: 'GET',
    url: '/audit/unusual',
    summary: 'What rules name as out of the ordinary, newest first, by rule, site and span',
    query: unusualQuery,
    response: unusualResponse,
    handler: async ({ query, scope }) => {
      const found = await inScope(deps.db, scope, (trx) => findUnusual(trx, deps.store, query));
      return ok(found.entries, { beside: { next: found.next } });
    },
  });
}
