import { blockingDetails, canSend } from '@atelier/domain/processes/can-send.ts';
import { itemStream, shipmentStream } from '@atelier/domain/kernel.ts';
import type { ItemState } from '@atelier/domain/repair/item/item.ts';
import type { BlockingView, DeclaredPrice } from '@atelier/contracts/shipping/schema.ts';
import { priceOf } from '@atelier/domain/shipping/price.ts';
import type { Shipment } from '@atelier/domain/shipping/shipment.ts';
import type { Kysely } from 'kysely';
import { itemAggregate, shipmentAggregate } from '../aggregates.ts';
import type { Database } from '../platform/database.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { findShipmentRecord, type ShipmentRecord } from './shipment-view.queries.ts';

/** A package as it stands, with what keeps it from being sent. */
export interface PackageStatus {
  readonly record: ShipmentRecord;
  readonly canSend: boolean;
  readonly blocking: readonly BlockingView[];
  readonly prices: readonly DeclaredPrice[];
}

type Reader = Pick<EventStore, 'readStreams'>;

/**
 * `can_send` of product/shipping.md §4, asked of the streams themselves with the very function that the command asks, so
 * that the screen never promises what sending then refuses. Undefined when there is no such package in sight.
 */
export async function findPackageStatus(
  trx: Kysely<Database>,
  store: Reader,
  trackingNumber: string,
): Promise<PackageStatus | undefined> {
  const record = await findShipmentRecord(trx, trackingNumber);
  if (record === undefined) return undefined;
  const { shipment, items } = await readPackage(store, record);
  if (shipment === undefined) return undefined;
  const { canSend: can, blocking } = canSend(shipment, items, false);
  return {
    record,
    canSend: can,
    blocking: blockingDetails(blocking, items),
    prices: shipment.lines.map(({ itemId, price }) => ({
      item_id: itemId,
      amount: price?.amount ?? null,
      currency: price?.currency ?? record.origin_currency,
    })),
  };
}

interface PackageStates {
  readonly shipment: Shipment | undefined;
  readonly items: ReadonlyMap<number, ItemState>;
}

async function readPackage(store: Reader, record: ShipmentRecord): Promise<PackageStates> {
  const own = shipmentStream(record.id);
  const histories = await store.readStreams([own, ...record.item_ids.map(itemStream)]);
  const state = shipmentAggregate.stateOf(histories.get(own)?.events ?? []);
  const items = record.item_ids.map(
    (id) => [id, itemAggregate.stateOf(histories.get(itemStream(id))?.events ?? [])] as const,
  );
  return { shipment: state.kind === 'shipment' ? state : undefined, items: new Map(items) };
}

export interface PackagePriceView {
  readonly currency: string;
  readonly lines: readonly {
    readonly item_id: number;
    readonly number: string;
    readonly product_sku: string;
    readonly product_name: string;
    readonly quantity: 1;
    readonly amount: number;
  }[];
  readonly total: number;
}

export type PackagePriceResult =
  | { readonly found: false }
  | { readonly found: true; readonly price: PackagePriceView }
  /** Items whose price is not known, or in another currency. */
  | { readonly found: true; readonly price: undefined; readonly unknown: readonly number[] };

/** `GET /packageprice`: a line per item, quantity 1, one currency, total (product/shipping.md §3). */
export async function findPackagePrice(
  trx: Kysely<Database>,
  store: Reader,
  trackingNumber: string,
): Promise<PackagePriceResult> {
  const record = await findShipmentRecord(trx, trackingNumber);
  if (record === undefined) return { found: false };
  const { shipment, items } = await readPackage(store, record);
  if (shipment === undefined) return { found: false };
  if (shipment.lines.length === 0) {
    return { found: true, price: { currency: record.origin_currency, lines: [], total: 0 } };
  }
  const price = priceOf(shipment);
  if (!price.ok) return { found: true, price: undefined, unknown: price.unknown };
  const lines = price.lines.map(({ itemId, sku, quantity, amount }) => {
    const item = items.get(itemId);
    const known = item?.kind === 'item' ? item : undefined;
    return {
      item_id: itemId,
      number: known?.number ?? '',
      product_sku: sku,
      product_name: known?.product.name ?? '',
      quantity,
      amount,
    };
  });
  return { found: true, price: { currency: price.currency, lines, total: price.total } };
}
