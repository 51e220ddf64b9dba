import { SEES_PERSONS, SEES_REQUESTS } from '@atelier/domain/privacy/contract.ts';
import {
  erasedQuery,
  erasedResponse,
  erasuresQuery,
  erasuresResponse,
  findPersonBody,
  legalHoldsResponse,
  personsResponse,
} from '@atelier/contracts/privacy/schema.ts';
import { listErased } from '@atelier/application/privacy/erased.queries.ts';
import { listErasedAgain, listErasures } from '@atelier/application/privacy/erasures.queries.ts';
import { listLegalHolds } from '@atelier/application/privacy/legal-holds.queries.ts';
import { findPersons } from '@atelier/application/privacy/persons.queries.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { erasureRoutes } from './erasure.routes.ts';
import { exportRoutes } from './export.routes.ts';
import { holdRoutes } from './hold.routes.ts';
import { readerOf } from './reader.ts';
import { retentionRoutes } from './retention.routes.ts';

/** Forgetting people (product/privacy.md): found, asked for, decided by a second person, held by the law. */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  findRoute(app, deps);
  readRoutes(app, deps);
  erasedRoute(app, deps);
  erasureRoutes(app, deps);
  holdRoutes(app, deps);
  exportRoutes(app, deps);
  retentionRoutes(app, deps);
}

/** What is looked for stands in the body: addresses are logged. */
function findRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'POST',
    url: '/privacy/find',
    permission: SEES_PERSONS,
    scope: 'house',
    summary:
      'Persons by email, phone, name or number, with what is held of each and what keeps it from being erased',
    body: findPersonBody,
    response: personsResponse,
    waitsFor: ['search'],
    seesNewest: true,
    handler: async ({ body }) => {
      const { persons, total } = await findPersons(deps.db, body.words);
      return ok([...persons], { total });
    },
  });
}

function readRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/privacy/requests',
    permission: SEES_REQUESTS,
    scope: 'house',
    summary: 'Requests for erasure, the newest first: who asked, who decided, what each waits for',
    query: erasuresQuery,
    response: erasuresResponse,
    handler: async ({ query, principal }) => {
      const { erasures, total } = await listErasures(deps.db, deps.store, query, readerOf(principal));
      const isFirst = query.show === 'all' && query.page === 1;
      const again = isFirst ? [...(await listErasedAgain(deps.db))] : [];
      return ok([...erasures], { total, beside: { again } });
    },
  });
  defineRoute(app, {
    method: 'GET',
    url: '/privacy/holds',
    permission: SEES_REQUESTS,
    scope: 'house',
    summary: 'Legal holds in force',
    response: legalHoldsResponse,
    handler: async ({ principal }) =>
      ok([...(await listLegalHolds(deps.db, deps.store, readerOf(principal)))]),
  });
}

/** Asked by browsers, for what they keep of persons who were erased meanwhile (product/privacy.md §9). */
function erasedRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/privacy/erased',
    forWalls: true,
    permission: 'session',
    scope: 'site',
    summary:
      'Numbers of pieces, deposits and customers whose person was erased, among those the caller may see',
    query: erasedQuery,
    response: erasedResponse,
    handler: async ({ query, scope }) => {
      const since = query.since === undefined ? null : new Date(query.since);
      return ok(await listErased(deps.db, scope, since));
    },
  });
}
