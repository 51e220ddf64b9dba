import { arrivalDifferences, receivesHere } from '@atelier/domain/shipping/arrival.ts';
import {
  receiptResponse,
  receiptQuery,
  type ReceiptView,
} from '@atelier/contracts/shipping/receiving-schema.ts';
import { shipmentStatus, type Shipment } from '@atelier/domain/shipping/shipment.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { findItemRecords } from '@atelier/application/repair-detail/item-record.queries.ts';
import { toItemView } from '@atelier/application/repair-detail/item-view.queries.ts';
import { findReceipt } from '@atelier/application/shipping/receipt.queries.ts';
import { toShipmentView } from '@atelier/application/shipping/shipment-view.queries.ts';
import type { FastifyInstance } from 'fastify';
import { commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound } from '../http/errors.ts';
import { audienceOf, PACKAGE_VIEWERS } from '../http/viewers.ts';
import { defineRoute } from '../http/route.ts';

/** `GET /package/receipt`: how a package arrived, for both of its ends (product/shipping.md §6). */
export function receiptRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/package/receipt',
    shows: 'persons',
    permission: PACKAGE_VIEWERS,
    scope: 'site',
    summary: 'A package as it arrived: lines, extras, seal and weight beside what was sent',
    query: receiptQuery,
    response: receiptResponse,
    handler: async ({ query, principal, scope }) => {
      const options = { audience: audienceOf(principal), policy: commandServices(deps).policy() };
      const view = await inScope(deps.db, scope, async (trx): Promise<ReceiptView | undefined> => {
        const found = await findReceipt(trx, deps.store, query.tracking_no);
        if (found === undefined) return undefined;
        const { record, shipment, lines, extras, log } = found;
        const records = await findItemRecords(trx, record.item_ids);
        const isHere = receivesHere(shipment, { siteId: principal.siteId ?? null });
        return {
          shipment: toShipmentView(record),
          side: isHere && shipment.sentAt !== null ? 'receiver' : 'sender',
          arrival: arrivalOf(shipment),
          lines: [...lines],
          items: records.map((each) => toItemView(each, options)),
          extras: [...extras],
          log: [...log],
          can_close: shipment.stage === 'sent' && shipmentStatus(shipment) === 'Received',
        };
      });
      if (view === undefined) throw notFound();
      return ok(view, { version: view.shipment.version });
    },
  });
}

function arrivalOf(shipment: Shipment): ReceiptView['arrival'] {
  if (shipment.arrival === null) return null;
  const { sealNumber, grossWeightGrams } = shipment.arrival;
  const differs = [...arrivalDifferences(shipment)];
  return { seal_number: sealNumber ?? '', gross_weight: grossWeightGrams, differs };
}
