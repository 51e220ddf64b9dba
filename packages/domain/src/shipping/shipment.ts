import { unreachable } from '../decider.ts';
import type { BlobRef, Instant, ItemId, Money, ShipmentId, SiteId } from '../kernel.ts';
import type {
  OrderType,
  ShipmentEvent,
  ShipmentItemBound,
  ShipmentOpened,
  ShipmentTrackingChanged,
} from './events.ts';

/** Where one piece of a package stands. */
export type LineState = 'packed' | 'missing' | 'received' | 'written-off';

export interface Line {
  readonly itemId: ItemId;
  readonly sku: string;
  readonly price: Money | null;
  readonly state: LineState;
  readonly receivedAt: Instant | null;
}

/** Something that is not on the list: it waits apart, was adopted, or went back to where it belongs. */
export interface Extra {
  readonly code: string;
  readonly itemId: ItemId | null;
  readonly state: 'apart' | 'adopted' | 'handed-back';
}

/** Lifecycle of product/shipping.md §1. The last four are computed from the lines once it is sent. */
export type ShipmentStatus =
  | 'Draft'
  | 'Sealed'
  | 'Sent'
  | 'PartlyReceived'
  | 'Received'
  | 'Discrepancy'
  | 'Closed'
  | 'Cancelled';

export interface Shipment {
  readonly kind: 'shipment';
  readonly id: ShipmentId;
  readonly trackingNumber: string;
  /** Whether its number is its alone however it is written: false for packages of earlier releases. */
  readonly claimsNumber: boolean;
  /** Numbers it carried before, the oldest first: used for good. */
  readonly formerNumbers: readonly string[];
  readonly orderType: OrderType;
  readonly origin: SiteId;
  /** null = the client's door. */
  readonly destination: SiteId | null;
  readonly carrier: string | null;
  readonly stage: 'draft' | 'sealed' | 'sent' | 'closed' | 'cancelled';
  readonly lines: readonly Line[];
  readonly extras: readonly Extra[];
  readonly sealNumber: string | null;
  readonly grossWeightGrams: number | null;
  readonly arrival: { readonly sealNumber: string | null; readonly grossWeightGrams: number | null } | null;
  /** null once erased. Newest last; versions are never replaced. */
  readonly signatures: readonly { readonly version: number; readonly signature: BlobRef | null }[];
  readonly createdAt: Instant;
  readonly sentAt: Instant | null;
  readonly pickedUpAt: Instant | null;
  readonly receivedAt: Instant | null;
  readonly closedAt: Instant | null;
}

export type ShipmentState = { readonly kind: 'none' } | Shipment;

export const initialShipment: ShipmentState = { kind: 'none' };

export function shipmentStatus(shipment: Shipment): ShipmentStatus {
  switch (shipment.stage) {
    case 'draft':
      return 'Draft';
    case 'sealed':
      return 'Sealed';
    case 'closed':
      return 'Closed';
    case 'cancelled':
      return 'Cancelled';
    case 'sent':
      return arrivalStatus(shipment);
  }
}

function arrivalStatus({ lines, extras }: Shipment): ShipmentStatus {
  const missing = lines.some((line) => line.state === 'missing');
  if (missing || extras.some((extra) => extra.state === 'apart')) return 'Discrepancy';
  if (lines.every((line) => line.state === 'received' || line.state === 'written-off')) return 'Received';
  return lines.some((line) => line.state === 'received') ? 'PartlyReceived' : 'Sent';
}

/** Only finished pieces travel to a client's own door: from the factory, or from the shop they came back to (decisions/0245). */
export const mayEndAtClient = (orderType: OrderType): boolean => orderType === 2 || orderType === 4;

/** The items of all lines, as they were packed. */
export function itemsOf({ lines }: Shipment): readonly ItemId[] {
  return lines.map(({ itemId }) => itemId);
}

/** The line of an item that is, or was, in this package. */
export function lineOf(shipment: Shipment, itemId: ItemId): Line | undefined {
  return shipment.lines.find((line) => line.itemId === itemId);
}

/** Still on its way in a sent package: packed or flagged missing. */
export function isTravelling(shipment: Shipment, itemId: ItemId): boolean {
  const state = lineOf(shipment, itemId)?.state;
  return shipment.stage === 'sent' && (state === 'packed' || state === 'missing');
}

/** Folds one event into a shipment. Total: an event that cannot follow the state leaves it as it is. */
export function evolveShipment(state: ShipmentState, event: ShipmentEvent): ShipmentState {
  if (event.type === 'ShipmentOpened') return opened(event.data);
  if (state.kind === 'none') return state;
  return changed(state, event);
}

function changed(shipment: Shipment, event: Exclude<ShipmentEvent, ShipmentOpened>): Shipment {
  switch (event.type) {
    case 'ShipmentRouted': {
      const { destination, carrier } = event.data;
      return { ...shipment, destination, carrier };
    }
    case 'ShipmentItemBound':
      return bound(shipment, event.data);
    case 'ShipmentItemUnbound':
      return { ...shipment, lines: shipment.lines.filter((line) => line.itemId !== event.data.itemId) };
    case 'ShipmentItemPriced':
      return withLine(shipment, event.data.itemId, { price: event.data.price });
    case 'ShipmentSealed': {
      const { sealNumber, grossWeightGrams } = event.data;
      return { ...shipment, stage: 'sealed', sealNumber, grossWeightGrams };
    }
    case 'ShipmentUnsealed':
      return { ...shipment, stage: 'draft', sealNumber: null, grossWeightGrams: null };
    case 'ShipmentSigned': {
      const { version, signature } = event.data;
      return { ...shipment, signatures: [...shipment.signatures, { version, signature }] };
    }
    case 'ShipmentSent':
      return { ...shipment, stage: 'sent', sentAt: event.data.at };
    case 'ShipmentUnsent':
      return { ...shipment, stage: 'sealed', sentAt: null };
    case 'ShipmentPickedUp':
      return { ...shipment, pickedUpAt: event.data.at };
    case 'ShipmentItemReceived':
      return received(shipment, event.data.itemId, event.data.at);
    case 'ShipmentItemReceiptUndone':
      return withLine({ ...shipment, receivedAt: null }, event.data.itemId, {
        state: 'packed',
        receivedAt: null,
      });
    case 'ShipmentItemMissing':
      return withLine(shipment, event.data.itemId, { state: 'missing' });
    case 'ShipmentItemFound':
      return withLine(shipment, event.data.itemId, { state: 'packed' });
    case 'ShipmentItemWrittenOff':
      return withLine(shipment, event.data.itemId, { state: 'written-off' });
    case 'ShipmentExtraSetApart': {
      const { code, itemId } = event.data;
      return withExtra(shipment, { code, itemId, state: 'apart' });
    }
    case 'ShipmentExtraAdopted':
      return settled(shipment, event.data.code, 'adopted');
    case 'ShipmentExtraHandedBack':
      return settled(shipment, event.data.code, 'handed-back');
    case 'ShipmentArrivalChecked': {
      const { sealNumber, grossWeightGrams } = event.data;
      return { ...shipment, arrival: { sealNumber, grossWeightGrams } };
    }
    case 'ShipmentTrackingChanged':
      return renumbered(shipment, event.data);
    // A result for people: nothing of the package changes by it.
    case 'ShipmentSavChecked':
      return shipment;
    case 'ShipmentClosed':
      return { ...shipment, stage: 'closed', closedAt: event.data.at };
    case 'ShipmentCancelled':
      return { ...shipment, stage: 'cancelled', lines: [] };
    default:
      return unreachable(event);
  }
}

function opened(data: ShipmentOpened['data']): Shipment {
  const { shipmentId, trackingNumber, orderType, origin, destination, carrier, at } = data;
  return {
    kind: 'shipment',
    id: shipmentId,
    trackingNumber,
    claimsNumber: data.trackingKey !== undefined,
    formerNumbers: [],
    orderType,
    origin,
    destination,
    carrier,
    stage: 'draft',
    lines: [],
    extras: [],
    sealNumber: null,
    grossWeightGrams: null,
    arrival: null,
    signatures: [],
    createdAt: at,
    sentAt: null,
    pickedUpAt: null,
    receivedAt: null,
    closedAt: null,
  };
}

/** A number it had before may become its own again. */
function renumbered(shipment: Shipment, data: ShipmentTrackingChanged['data']): Shipment {
  const { to: trackingNumber, toKey } = data;
  const before = [...shipment.formerNumbers, shipment.trackingNumber];
  const formerNumbers = before.filter((number) => number !== trackingNumber);
  return { ...shipment, trackingNumber, formerNumbers, claimsNumber: toKey !== undefined };
}

function bound(shipment: Shipment, data: ShipmentItemBound['data']): Shipment {
  const { itemId, sku, price } = data;
  const line: Line = { itemId, sku, price, state: 'packed', receivedAt: null };
  return { ...shipment, lines: [...shipment.lines.filter((other) => other.itemId !== itemId), line] };
}

/** `receivedAt` of the package is the moment its last piece was accounted for. */
function received(shipment: Shipment, itemId: ItemId, at: Instant): Shipment {
  const after = withLine(shipment, itemId, { state: 'received', receivedAt: at });
  return shipmentStatus(after) === 'Received' ? { ...after, receivedAt: at } : after;
}

/** What went back may turn up once more: then it waits again. */
function withExtra(shipment: Shipment, extra: Extra): Shipment {
  return { ...shipment, extras: [...shipment.extras.filter(({ code }) => code !== extra.code), extra] };
}

function settled(shipment: Shipment, code: string, state: Extra['state']): Shipment {
  const extras = shipment.extras.map((extra) => (extra.code === code ? { ...extra, state } : extra));
  return { ...shipment, extras };
}

function withLine(shipment: Shipment, itemId: ItemId, change: Partial<Line>): Shipment {
  const lines = shipment.lines.map((line) => (line.itemId === itemId ? { ...line, ...change } : line));
  return { ...shipment, lines };
}
