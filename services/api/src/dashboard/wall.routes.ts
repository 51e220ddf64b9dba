import { shopWallQuery, shopWallResponse } from '@atelier/contracts/dashboard/wall-schema.ts';
import { findShopWall } from '@atelier/application/repair/shop-wall.queries.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { badField, notFound } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';

/** A shop's wall: pieces by number and initials; no name, phone or address leaves the server (product/dashboard.md §5). */
export function wallRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/wall/shop',
    permission: ['view home page', 'view (shop) get all rma'],
    scope: 'store',
    forWalls: true,
    summary:
      "What a shop's wall shows: pickups, packing, calls and packages on their way; clients by initials only",
    query: shopWallQuery,
    response: shopWallResponse,
    handler: async ({ query, principal, scope }) => {
      const siteId = principal.siteId ?? query.site_id;
      if (siteId === undefined) throw badField('site_id', 'site_required', 'Choose a site.');
      const context = { now: deps.clock.now(), store: deps.store, policy: deps.policy() };
      const wall = await inScope(deps.db, scope, (trx) => findShopWall(trx, siteId, context));
      if (wall === undefined) throw notFound();
      return ok(wall);
    },
  });
}
