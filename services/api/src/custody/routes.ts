import { custodyResponse, custodyQuery } from '@atelier/domain/custody/schema.ts';
import type { CustodyQuery, CustodyView } from '@atelier/domain/custody/schema.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import {
  custodyOfItem,
  custodyOfShipment,
  custodyOfSite,
} from '@atelier/application/custody/custody.queries.ts';
import { inScope } from '@atelier/application/database.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { ok } from '../envelope.ts';
import { badField, notFound } from '../errors.ts';
import { defineRoute } from '../route.ts';
import { ITEM_VIEWERS } from '../viewers.ts';

/** Who holds a jewel, now and at any moment (product/custody.md §2). */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/custody',
    permission: ITEM_VIEWERS,
    scope: 'site',
    summary: 'Who holds an item, what a site or a package holds: now, or at a past moment',
    query: custodyQuery,
    response: custodyResponse,
    waitsFor: ['custody'],
    handler: async ({ query, scope }) => {
      // Nobody knows who will hold it tomorrow.
      if (query.at !== undefined && Date.parse(query.at) > deps.clock.now().getTime()) {
        throw badField('at', 'moment_in_future', 'This time is in the future.');
      }
      const found = await custodyOf(deps, query, scope);
      if (found === undefined) throw notFound();
      return ok(found.view, { total: found.total });
    },
  });
}

interface Found {
  readonly view: CustodyView;
  readonly total: number | undefined;
}

function custodyOf(
  { db, store }: ApiDeps,
  query: CustodyQuery,
  scope: DataScope,
): Promise<Found | undefined> {
  const { rma_item_id: itemId, site_id: siteId, tracking_no: tracking = '', at = null } = query;
  const request = { at, page: query.page, pageSize: query.page_size };
  const kind = query.kept === '1' ? 'factory-kept' : 'site';
  return inScope(db, scope, async (trx) => {
    if (siteId !== undefined) return custodyOfSite(trx, siteId, kind, request, scope);
    if (itemId === undefined) return custodyOfShipment(trx, tracking, request);
    const view = await custodyOfItem(trx, store, itemId, at);
    return view && { view, total: view.chain.length };
  });
}
