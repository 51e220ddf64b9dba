import { codeKey } from '../contract/codes.ts';
import type { Instant, ItemId, ShipmentId, SiteId } from '../kernel.ts';
import type { OrderType } from './events.ts';
import { priceOf } from './price.ts';
import { itemsOf, shipmentStatus, type Line, type Shipment, type ShipmentStatus } from './shipment.ts';

/** One line of the package lists: a pure function of the shipment's stream. Weights in grams, money in minor units. */
export interface ShipmentRow {
  readonly id: ShipmentId;
  readonly tracking_number: string;
  /** The number without case, blanks and hyphens: every lookup compares it. */
  readonly tracking_key: string;
  /** No other package that claims its number may have this key. */
  readonly claims_number: boolean;
  /** Numbers it had before the carrier gave it another: they still find it. */
  readonly former_tracking_numbers: readonly string[];
  readonly order_type: OrderType;
  readonly state: ShipmentStatus;
  readonly origin: SiteId;
  readonly destination: SiteId | null;
  readonly to_client: boolean;
  readonly carrier: string | null;
  readonly seal_number: string | null;
  readonly gross_weight: number | null;
  readonly arrival_seal_number: string | null;
  readonly arrival_gross_weight: number | null;
  readonly signed: boolean;
  readonly picked_up: boolean;
  readonly item_ids: readonly ItemId[];
  readonly item_count: number;
  readonly received_count: number;
  readonly missing_count: number;
  readonly extra_count: number;
  /** null while a price is unknown or the package is empty. */
  readonly currency: string | null;
  readonly total: number | null;
  readonly visible_sites: readonly SiteId[];
  readonly created_at: Instant;
  readonly sent_at: Instant | null;
  readonly received_at: Instant | null;
  readonly closed_at: Instant | null;
}

/** The inline read-model row of a shipment (`version` and `position` are the append's). */
export function toShipmentRow(shipment: Shipment): ShipmentRow {
  return { ...headOf(shipment), ...contentsOf(shipment), ...timesOf(shipment) };
}

function headOf(shipment: Shipment) {
  return {
    id: shipment.id,
    tracking_number: shipment.trackingNumber,
    tracking_key: codeKey(shipment.trackingNumber),
    claims_number: shipment.claimsNumber,
    former_tracking_numbers: shipment.formerNumbers,
    order_type: shipment.orderType,
    state: shipmentStatus(shipment),
    origin: shipment.origin,
    destination: shipment.destination,
    to_client: shipment.destination === null,
    carrier: shipment.carrier,
    seal_number: shipment.sealNumber,
    gross_weight: shipment.grossWeightGrams,
    arrival_seal_number: shipment.arrival?.sealNumber ?? null,
    arrival_gross_weight: shipment.arrival?.grossWeightGrams ?? null,
    signed: shipment.signatures.length > 0,
    picked_up: shipment.pickedUpAt !== null,
    visible_sites: shipmentSites(shipment),
  };
}

/** The sender always; the receiver once it is on its way. Ascending. */
function shipmentSites({ origin, destination, sentAt }: Shipment): readonly SiteId[] {
  if (destination === null || destination === origin || sentAt === null) return [origin];
  return [origin, destination].sort((a, b) => a - b);
}

function contentsOf(shipment: Shipment) {
  const price = priceOf(shipment);
  const count = (state: Line['state']) => shipment.lines.filter((line) => line.state === state).length;
  return {
    item_ids: itemsOf(shipment),
    item_count: shipment.lines.length,
    received_count: count('received'),
    missing_count: count('missing'),
    extra_count: shipment.extras.filter(({ state }) => state === 'apart').length,
    currency: price.ok ? price.currency : null,
    total: price.ok ? price.total : null,
  };
}

function timesOf(shipment: Shipment) {
  return {
    created_at: shipment.createdAt,
    sent_at: shipment.sentAt,
    received_at: shipment.receivedAt,
    closed_at: shipment.closedAt,
  };
}
