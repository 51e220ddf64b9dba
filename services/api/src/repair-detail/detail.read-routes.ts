import { momentQuery } from '@atelier/contracts/contract/moment-schema.ts';
import { wireId } from '@atelier/contracts/contract/schema.ts';
import { historyResponse, rmaResponse, type RmaView } from '@atelier/contracts/repair-detail/schema.ts';
import { findItemHistory } from '@atelier/application/audit/item-history.queries.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { findPastRmaView, findRmaView } from '@atelier/application/repair-detail/rma-view.queries.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { DuplicatesView } from '@atelier/contracts/deposit/duplicates-schema.ts';
import { findDuplicates } from '@atelier/application/deposit/duplicates.queries.ts';
import type { Audience } from '@atelier/application/repair-detail/item-view.queries.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound } from '../http/errors.ts';
import { besideOf, momentIn } from '../shared/moment.ts';
import { audienceOf, ITEM_VIEWERS } from '../http/viewers.ts';
import { defineRoute } from '../http/route.ts';
import { isFinal } from '@atelier/domain/shared/status.ts';

const freshness = z.object({ min_position: z.coerce.number().int().min(0).optional() });

/** `GET /rma/{id}` and the item's history. Both are read from what the append itself wrote: never late. */
export function detailRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/rma/:id',
    shows: 'persons',
    permission: ITEM_VIEWERS,
    scope: 'site',
    summary: 'One RMA with its contact and its items',
    params: z.object({ id: wireId }),
    query: freshness.extend(momentQuery),
    response: rmaResponse,
    handler: async ({ params, query, principal, scope }) => {
      const moment = momentIn(query, deps.clock);
      const options = { audience: audienceOf(principal), policy: deps.policy() };
      const rma = await inScope(deps.db, scope, (trx) =>
        moment === null
          ? findRmaView(trx, params.id, options)
          : findPastRmaView(trx, params.id, options, { store: deps.store, moment, scope }),
      );
      if (rma === undefined) throw notFound();
      // What else is open now is no part of the past.
      const duplicates = moment === null ? await duplicatesOf(rma, deps, scope, options.audience) : NONE;
      return ok({ ...rma, duplicates }, { version: rma.version, ...besideOf(moment) });
    },
  });
  defineRoute(app, {
    method: 'GET',
    url: '/rma/history',
    shows: 'persons',
    permission: ITEM_VIEWERS,
    scope: 'site',
    summary: 'Every event of an item, oldest first',
    query: freshness.extend({ rma_item_id: wireId, ...momentQuery }),
    response: historyResponse,
    handler: async ({ query, principal, scope }) => {
      const moment = momentIn(query, deps.clock);
      const reader = { seesWords: audienceOf(principal) !== 'worker', scope, moment };
      const history = await inScope(deps.db, scope, (trx) =>
        findItemHistory(trx, deps.store, query.rma_item_id, reader),
      );
      if (history === undefined) throw notFound();
      const { entries, archive } = history;
      return ok(entries, {
        total: entries.length,
        version: entries.at(-1)?.version,
        beside: { ...besideOf(moment).beside, ...(archive !== undefined && { archive }) },
      });
    },
  });
}

const NONE: DuplicatesView = { open: [], elsewhere: false };

/** A second repair of a piece that is still in one: the counter is warned, the benches need not know. */
function duplicatesOf(
  rma: Pick<RmaView, 'id' | 'items'>,
  { db }: ApiDeps,
  scope: DataScope,
  audience: Audience,
): Promise<DuplicatesView> {
  const open = audience === 'shop' ? rma.items.filter((item) => !isFinal(item.rma_status_id)) : [];
  const pieces = open.map((item) => ({
    serial: item.serial_number,
    invoiceNo: item.invoice_number,
    sku: item.product_sku,
    exceptRmaId: rma.id,
  }));
  return findDuplicates(db, scope, pieces);
}
