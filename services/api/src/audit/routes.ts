import { changesResponse, changesQuery } from '@atelier/contracts/audit/schema.ts';
import { findAdminChanges } from '@atelier/application/audit/admin-changes.queries.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { changeRightsOf } from '../shared/change-rights.ts';
import { feedRoutes } from './feed.routes.ts';
import { logRoutes } from './log.routes.ts';
import { pieceProofRoute } from './piece-proof.routes.ts';
import { itemProofRoute } from './proof.routes.ts';
import { verifyRoutes } from './verify.routes.ts';
import { replayRoutes } from './replay.routes.ts';

/** What administrators changed (product/audit.md §3), and the auditor's own calls (§4). */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  changesRoute(app, deps);
  feedRoutes(app, deps);
  logRoutes(app, deps);
  itemProofRoute(app, deps);
  pieceProofRoute(app, deps);
  verifyRoutes(app, deps);
  replayRoutes(app, deps);
}

function changesRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/system/changes',
    permission: ['audit replay', 'view system config'],
    scope: 'house',
    summary: 'Changes by administrators, newest first: who, when and what',
    query: changesQuery,
    response: changesResponse,
    waitsFor: ['admin_changes'],
    handler: async ({ query, scope, principal }) => {
      const rights = changeRightsOf(principal);
      const found = await inScope(deps.db, scope, (trx) => findAdminChanges(trx, deps.store, query, rights));
      return ok(found.changes, { beside: { people: found.people, next: found.next } });
    },
  });
}
