import type { SiteView } from '@atelier/contracts/reference/schema.ts';
import type { Item } from '@atelier/domain/repair/item/item.ts';
import { transferRefusal } from '@atelier/domain/repair/transfer.ts';
import { itemListResponse } from '@atelier/contracts/repair-list/schema.ts';
import {
  byTrackingBody,
  canTransferResponse,
  canTransferBody,
  transferListResponse,
  transferListQuery,
  transferPackageResponse,
  transferPackageQuery,
  type TransferRow,
} from '@atelier/contracts/transfer/schema.ts';
import { visibleItem } from '@atelier/application/commands/visible-item.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { createPlaces } from '@atelier/application/reference/places.queries.ts';
import { findItemRecords } from '@atelier/application/repair-detail/item-record.queries.ts';
import { toItemView, type ViewOptions } from '@atelier/application/repair-detail/item-view.queries.ts';
import { findShipmentRecord, toShipmentView } from '@atelier/application/shipping/shipment-view.queries.ts';
import {
  findTransferRecords,
  listBasketIds,
  readItems,
  type TransferRecord,
} from '@atelier/application/transfer/basket.queries.ts';
import { listTransferPackages } from '@atelier/application/transfer/transfer-packages.queries.ts';
import type { FastifyInstance } from 'fastify';
import { callerOf } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound } from '../http/errors.ts';
import { audienceOf, OPERATION_VIEWERS } from '../http/viewers.ts';
import { defineRoute } from '../http/route.ts';
import { TRANSFER_GUARD } from './guard.ts';

/** What can go, what lies in the basket, what is on its way. */
export function listRoutes(app: FastifyInstance, deps: ApiDeps): void {
  canTransferRoute(app, deps);
  transferListRoute(app, deps);
  transferPackageRoute(app, deps);
  byTrackingRoute(app, deps);
}

function canTransferRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...TRANSFER_GUARD,
    method: 'POST',
    url: '/sav/can_transfer',
    summary: 'Per item whether it may go to another factory, and why not',
    body: canTransferBody,
    response: canTransferResponse,
    handler: async (input) => {
      const ids = [...new Set(input.body.rma_item_ids)];
      const items = await readItems(deps.store, ids);
      const { actor } = callerOf(input);
      return ok(
        ids.map((id) => {
          const item = visibleItem(items.get(id) ?? { kind: 'none' }, input.scope);
          return { item_id: id, ...verdictOf(item, transferRefusalOf(item, actor)) };
        }),
      );
    },
  });
}

const transferRefusalOf = (item: Item | null, actor: Parameters<typeof transferRefusal>[1]['actor']) =>
  item === null ? { code: 'not_found' } : transferRefusal(item, { actor });

function verdictOf(item: Item | null, refusal: { readonly code: string } | null) {
  return {
    number: item?.number ?? null,
    rma_status_id: item?.status ?? null,
    can_transfer: refusal === null,
    code: refusal?.code ?? null,
  };
}

function transferListRoute(app: FastifyInstance, deps: ApiDeps): void {
  const places = createPlaces(deps.db);
  defineRoute(app, {
    ...TRANSFER_GUARD,
    method: 'GET',
    url: '/sav/transfer_list',
    summary: 'The transfer basket of the site; with needed=1 what waits to be put into it',
    query: transferListQuery,
    response: transferListResponse,
    handler: async (input) => {
      const { principal, scope, query } = input;
      const { actor } = callerOf(input);
      const list = query.needed === true ? 'needed' : 'basket';
      const rows = await inScope(deps.db, scope, async (trx) =>
        findTransferRecords(trx, deps.store, await listBasketIds(trx, principal.siteId, list), actor),
      );
      const options = { audience: audienceOf(principal), policy: deps.policy() };
      const sites = await places.sites();
      return ok(
        rows.map((row) => toTransferRow(row, sites, options)),
        { total: rows.length },
      );
    },
  });
}

/** Every row of the transfer list is marked scanned (product/transfer.md §1). */
function toTransferRow(
  { record, reason, blocking }: TransferRecord,
  sites: readonly SiteView[],
  options: ViewOptions,
): TransferRow {
  const site = sites.find(({ id }) => id === record.transfer_to);
  return {
    ...toItemView(record, options),
    is_scanned: true,
    factory: site === undefined ? null : { id: site.id, code: site.code, name: site.name, kind: site.kind },
    transfer_reason: reason,
    transfer_needed_at: record.transfer_needed_at?.toISOString() ?? null,
    can_transfer: blocking.length === 0,
    blocking: [...blocking],
  };
}

function transferPackageRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...TRANSFER_GUARD,
    method: 'GET',
    url: '/sav/transfer_package',
    summary: 'Packages between factories that leave or come to the site, newest first',
    query: transferPackageQuery,
    response: transferPackageResponse,
    handler: async ({ query, scope }) => {
      const { direction, state, page, page_size: pageSize } = query;
      const { records, total } = await inScope(deps.db, scope, (trx) =>
        listTransferPackages(trx, { direction, state, page, pageSize }, scope),
      );
      return ok(records.map(toShipmentView), { total });
    },
  });
}

function byTrackingRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'POST',
    url: '/get_rma_by_tracking_no',
    shows: 'persons',
    permission: OPERATION_VIEWERS,
    scope: 'site',
    summary: 'The items of a package as flat list rows, for operation',
    body: byTrackingBody,
    response: itemListResponse,
    handler: async ({ body, principal, scope }) => {
      const options = { audience: audienceOf(principal), policy: deps.policy() };
      const rows = await inScope(deps.db, scope, async (trx) => {
        const shipment = await findShipmentRecord(trx, body.tracking_number);
        return shipment === undefined ? undefined : findItemRecords(trx, shipment.item_ids);
      });
      if (rows === undefined) throw notFound();
      return ok(
        rows.map((row) => toItemView(row, options)),
        { total: rows.length },
      );
    },
  });
}
