import { findSubjects } from '@atelier/application/audit/find-subject.queries.ts';
import { findRelated } from '@atelier/application/audit/related.queries.ts';
import { findReplay } from '@atelier/application/audit/replay.queries.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import {
  relatedQuery,
  relatedResponse,
  replayQuery,
  replayResponse,
  subjectQuery,
  subjectResponse,
} from '@atelier/contracts/audit/replay-schema.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { changeRightsOf } from '../shared/change-rights.ts';
import { AUDIT } from './feed.routes.ts';

/** The history of one subject, step by step (product/audit.md §6). */
export function replayRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...AUDIT,
    method: 'GET',
    url: '/audit/replay',
    summary: 'The history of a piece, RMA, package, account, worker, site or the settings, oldest first',
    query: replayQuery,
    response: replayResponse,
    handler: async ({ query, scope, principal }) => {
      const rights = changeRightsOf(principal);
      const found = await inScope(deps.db, scope, (trx) => findReplay(trx, deps.store, query, rights));
      if (found === undefined) throw notFound();
      const { next, ...view } = found;
      return ok(view, { beside: { next } });
    },
  });
  defineRoute(app, {
    ...AUDIT,
    method: 'GET',
    url: '/audit/related',
    summary: 'What was written with an event, or because of it',
    query: relatedQuery,
    response: relatedResponse,
    handler: async ({ query, scope }) =>
      ok(await inScope(deps.db, scope, (trx) => findRelated(trx, deps.store, query.position))),
  });
  defineRoute(app, {
    ...AUDIT,
    method: 'GET',
    url: '/audit/subject',
    summary: 'Which pieces, RMAs, packages, workers, accounts and sites a number or name names',
    query: subjectQuery,
    response: subjectResponse,
    handler: async ({ query, scope }) =>
      ok(await inScope(deps.db, scope, (trx) => findSubjects(trx, query.q))),
  });
}
