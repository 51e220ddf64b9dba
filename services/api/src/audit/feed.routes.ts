import { findFeed } from '@atelier/application/audit/feed.queries.ts';
import { reviewUnusualEvent } from '@atelier/application/audit/review/review.commands.ts';
import { findReviews } from '@atelier/application/audit/review/reviews.queries.ts';
import { findUnusual } from '@atelier/application/audit/unusual.queries.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { countFeed } from '@atelier/application/audit/feed-counts.queries.ts';
import {
  countsQuery,
  countsResponse,
  feedQuery,
  feedResponse,
  reviewBody,
  reviewResponse,
  unusualQuery,
  unusualResponse,
} from '@atelier/contracts/audit/feed-schema.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { besideOf, momentIn } from '../shared/moment.ts';

/** What was open and stays so has no event. */
const OPEN = { state: 'open', note: null, by: '', at: '', version: 0 } as const;

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
      const moment = momentIn(query, deps.clock);
      const found = await inScope(deps.db, scope, (trx) => findFeed(trx, deps.store, query));
      return ok(found.entries, { beside: { next: found.next, ...besideOf(moment).beside } });
    },
  });
  defineRoute(app, {
    ...AUDIT,
    method: 'GET',
    url: '/audit/counts',
    summary: 'How many events of each kind there were, by day',
    query: countsQuery,
    response: countsResponse,
    handler: async ({ query, scope }) => {
      momentIn(query, deps.clock);
      return ok(await inScope(deps.db, scope, (trx) => countFeed(trx, query)));
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
      const moment = momentIn(query, deps.clock);
      const found = await inScope(deps.db, scope, (trx) => findUnusual(trx, deps.store, query));
      return ok(found.entries, { beside: { next: found.next, ...besideOf(moment).beside } });
    },
  });
  defineRoute(app, {
    ...AUDIT,
    method: 'POST',
    url: '/audit/unusual/review',
    summary: 'Say how far an unusual event is reviewed: open, looked at, or explained with a note',
    body: reviewBody,
    response: reviewResponse,
    handler: async (input) => {
      const { body, scope } = input;
      const { position } = accepted(await reviewUnusualEvent(commandServices(deps), callerOf(input), body));
      const reviews = await inScope(deps.db, scope, (trx) => findReviews(trx, deps.store, [body.position]));
      return ok(reviews.get(body.position) ?? OPEN, { position });
    },
  });
}
