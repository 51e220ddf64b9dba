import {
  custodyResponse,
  custodyQuery,
  type CustodyQuery,
  type CustodyView,
} from '@atelier/contracts/custody/schema.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import {
  custodyOfItem,
  custodyOfShipment,
  custodyOfSite,
} from '@atelier/application/custody/custody.queries.ts';
import {
  pastCustodyOfItem,
  pastCustodyOfShipment,
  pastCustodyOfSite,
} from '@atelier/application/custody/past-custody.queries.ts';
import type { PastReader } from '@atelier/application/commands/past-streams.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound } from '../http/errors.ts';
import { besideOf, isInFuture, momentIn, momentInFuture } from '../shared/moment.ts';
import { defineRoute } from '../http/route.ts';
import { ITEM_VIEWERS } from '../http/viewers.ts';

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
      if (query.at !== undefined && isInFuture(query.at, deps.clock)) throw momentInFuture('at');
      const moment = momentIn({ ...query, as_of: query.as_of ?? query.at }, deps.clock);
      const found = await (moment === null
        ? custodyOf(deps, query, scope)
        : pastCustodyOf(query, { store: deps.store, moment, scope }, deps));
      if (found === undefined) throw notFound();
      return ok(found.view, { total: found.total, ...besideOf(moment) });
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
  const { rma_item_id: itemId, site_id: siteId, tracking_no: tracking = '' } = query;
  const request = { past: null, page: query.page, pageSize: query.page_size };
  const kind = query.kept === '1' ? 'factory-kept' : 'site';
  return inScope(db, scope, async (trx) => {
    if (siteId !== undefined) return custodyOfSite(trx, siteId, kind, request, scope);
    if (itemId === undefined) return custodyOfShipment(trx, tracking, request);
    const view = await custodyOfItem(trx, store, itemId);
    return view && { view, total: view.chain.length };
  });
}

function pastCustodyOf(query: CustodyQuery, reader: PastReader, { db }: ApiDeps): Promise<Found | undefined> {
  const { rma_item_id: itemId, site_id: siteId, tracking_no: tracking = '' } = query;
  const page = { page: query.page, pageSize: query.page_size };
  const kind = query.kept === '1' ? 'factory-kept' : 'site';
  return inScope(db, reader.scope, async (trx) => {
    if (siteId !== undefined)
      return reader.moment.knownAt === null
        ? custodyOfSite(trx, siteId, kind, { ...page, past: reader }, reader.scope)
        : pastCustodyOfSite(trx, siteId, kind, page, reader);
    if (itemId === undefined) return pastCustodyOfShipment(trx, tracking, page, reader);
    const view = await pastCustodyOfItem(trx, itemId, reader);
    return view && { view, total: view.chain.length };
  });
}
