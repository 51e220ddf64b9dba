import { changesResponse, changesQuery } from '@atelier/domain/audit/schema.ts';
import { holdsAny } from '@atelier/domain/identity/principal.ts';
import { findAdminChanges } from '@atelier/application/audit/admin-changes.queries.ts';
import { inScope } from '@atelier/application/database.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { ok } from '../envelope.ts';
import { defineRoute } from '../route.ts';

/** What administrators changed: accounts, roles, workers, reasons, configuration, clearing (product/audit.md §3). */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/system/changes',
    permission: ['audit replay', 'view system config'],
    scope: 'all',
    summary: 'Changes by administrators, newest first: who, when and what',
    query: changesQuery,
    response: changesResponse,
    waitsFor: ['admin_changes'],
    handler: async ({ query, scope, principal }) => {
      const { permissions } = principal;
      const reader = {
        seesAccounts: holdsAny(permissions, 'manage user'),
        seesWorkers: holdsAny(permissions, 'view manage factory worker permission'),
      };
      const found = await inScope(deps.db, scope, (trx) => findAdminChanges(trx, deps.store, query, reader));
      return ok(found.changes, { beside: { people: found.people, next: found.next } });
    },
  });
}
