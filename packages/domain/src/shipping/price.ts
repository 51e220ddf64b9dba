import type { ItemId } from '../kernel.ts';
import type { Shipment } from './shipment.ts';

export interface PriceLine {
  readonly itemId: ItemId;
  readonly sku: string;
  /** Always 1: every line is one jewel (product/shipping.md §3). */
  readonly quantity: 1;
  /** Minor units. */
  readonly amount: number;
}

export type PackagePrice =
  | {
      readonly ok: true;
      readonly currency: string;
      readonly lines: readonly PriceLine[];
      readonly total: number;
    }
  | {
      readonly ok: false;
      /** Lines without a price, or in another currency than the first. */
      readonly unknown: readonly ItemId[];
    };

/** `GET /packageprice`: a line per item, one currency, total (product/shipping.md §3). An empty package has no price. */
export function priceOf(shipment: Shipment): PackagePrice {
  const currency = shipment.lines.find((line) => line.price !== null)?.price?.currency;
  const unknown = shipment.lines.filter((line) => line.price === null || line.price.currency !== currency);
  if (currency === undefined || unknown.length > 0) {
    return { ok: false, unknown: unknown.map((line) => line.itemId) };
  }
  const lines = shipment.lines.map((line) => ({
    itemId: line.itemId,
    sku: line.sku,
    quantity: 1 as const,
    amount: line.price?.amount ?? 0,
  }));
  return { ok: true, currency, lines, total: lines.reduce((sum, line) => sum + line.amount, 0) };
}
