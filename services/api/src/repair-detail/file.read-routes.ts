import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import { duplicatesResponse, duplicatesQuery } from '@atelier/contracts/deposit/duplicates-schema.ts';
import {
  itemFileResponse,
  itemQuery,
  pastItemQuery,
  periodResponse,
  periodQuery,
  purchaseRecordResponse,
  repairHistoryResponse,
  repairHistoryQuery,
} from '@atelier/contracts/repair-detail/file-schema.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { findDuplicates } from '@atelier/application/deposit/duplicates.queries.ts';
import { findItemFile } from '@atelier/application/repair-detail/item-file.queries.ts';
import { toItemView } from '@atelier/application/repair-detail/item-view.queries.ts';
import { findPeriod, type Movement } from '@atelier/application/repair-detail/period.queries.ts';
import {
  findPurchaseRecord,
  findRepairsBefore,
  findRepairsOfSerial,
} from '@atelier/application/repair-detail/repair-history.queries.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound } from '../http/errors.ts';
import { besideOf, momentIn } from '../shared/moment.ts';
import { audienceOf, ITEM_VIEWERS } from '../http/viewers.ts';
import { GUESS_LIMITS } from '../http/guess-limits.ts';
import { defineRoute } from '../http/route.ts';

const WHO_DEPOSITS: readonly PermissionName[] = ['view request new rma page', 'cancel or edit rma'];

/** What is asked of one piece: its file, its purchase, its earlier repairs, and whether it is in one already. */
export function fileRoutes(app: FastifyInstance, deps: ApiDeps): void {
  itemFileRoute(app, deps);
  duplicatesRoute(app, deps);
  historyRoutes(app, deps);
  periodRoute(app, deps);
}

function itemFileRoute(app: FastifyInstance, { db, store, clock }: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/rma/item',
    shows: 'persons',
    permission: ITEM_VIEWERS,
    scope: 'site',
    summary: 'The full record of one item, from its deposit on',
    query: pastItemQuery,
    response: itemFileResponse,
    handler: async ({ query, principal, scope }) => {
      const moment = momentIn(query, clock);
      const reader = { store, audience: audienceOf(principal), scope, moment };
      const file = await inScope(db, scope, (trx) => findItemFile(trx, query.rma_item_id, reader));
      if (file === undefined) throw notFound();
      return ok(file, { version: file.version, ...besideOf(moment) });
    },
  });
}

function duplicatesRoute(app: FastifyInstance, { db }: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/rma/duplicates',
    permission: WHO_DEPOSITS,
    scope: 'site',
    summary: 'Open repairs of the same serial or invoice line; for other shops only whether there are any',
    query: duplicatesQuery,
    response: duplicatesResponse,
    guessLimit: GUESS_LIMITS.duplicates,
    handler: async ({ query, scope }) => {
      const { serial, invoice_no: invoiceNo, product_sku: sku, except_rma_id: exceptRmaId } = query;
      return ok(await findDuplicates(db, scope, [{ serial, invoiceNo, sku, exceptRmaId }]));
    },
  });
}

function historyRoutes(app: FastifyInstance, { db, clock, policy }: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/rma/has_puchase_record',
    shows: 'persons',
    permission: ITEM_VIEWERS,
    scope: 'site',
    summary: 'Whether the invoice line or the order of an item is on record: data.status is 1',
    query: itemQuery,
    response: purchaseRecordResponse,
    handler: async ({ query, principal, scope }) => {
      const record = await findPurchaseRecord(db, scope, query.rma_item_id);
      if (record === undefined) throw notFound();
      // A hand at the bench reads no invoice.
      const hidden = { invoice_no: '', order_number: '', purchase_date: null };
      return ok(audienceOf(principal) === 'worker' ? { ...record, ...hidden } : record);
    },
  });
  defineRoute(app, {
    method: 'GET',
    url: '/repair_history/list',
    shows: 'persons',
    permission: ITEM_VIEWERS,
    scope: 'site',
    summary: 'Earlier repairs of a piece, by its serial or before an item, and how many in 180 days',
    query: repairHistoryQuery,
    response: repairHistoryResponse,
    handler: async ({ query, scope }) => {
      const asked = { scope, now: clock.now(), policy: policy() };
      const { rma_item_id: itemId, serial } = query;
      const history =
        itemId === undefined
          ? await findRepairsOfSerial(db, serial, asked)
          : await findRepairsBefore(db, itemId, asked);
      if (history === undefined) throw notFound();
      return ok(history, { total: history.total });
    },
  });
}

function periodRoute(app: FastifyInstance, { db, policy, clock }: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/rmacreatecancelclose',
    permission: ['view list all rma page', 'view (shop) get all rma'],
    scope: 'store',
    summary:
      'Items of the shop that were created, cancelled and closed in a period; the last thirty days by default',
    query: periodQuery,
    response: periodResponse,
    handler: async ({ query, principal, scope }) => {
      const { from, to, page_size: limit } = query;
      const options = { audience: audienceOf(principal), policy: policy() };
      const viewOf = ({ total, records }: Movement) => ({
        total,
        items: records.map((record) => toItemView(record, options)),
      });
      return inScope(db, scope, async (trx) => {
        const found = await findPeriod(trx, scope, { from, to, limit, now: clock.now() });
        const { created, cancelled, closed } = found;
        const period = { created: viewOf(created), cancelled: viewOf(cancelled), closed: viewOf(closed) };
        return ok({ from: found.from, to: found.to, ...period });
      });
    },
  });
}
