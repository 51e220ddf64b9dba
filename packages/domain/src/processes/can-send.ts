import { reject, type Refused } from '../decider.ts';
import type { ItemId, SiteId } from '../kernel.ts';
import type { Blocking, BlockingDetail, RejectionCode } from '../rejection.ts';
import { isFeeMissing, isFeePaid } from '../repair/fees/fees.ts';
import { HOLD_REJECTION, holdThatStops } from '../repair/holds/holds.ts';
import { choiceOf, isPickupShop } from '../repair/collection/collection.ts';
import type { Item, ItemState } from '../repair/item/item.ts';
import { openLoan } from '../repair/loans/loans.ts';
import { ORDER_TYPES } from '../repair/travel.ts';
import { priceOf } from '../shipping/price.ts';
import type { Shipment } from '../shipping/shipment.ts';
import { Status } from '../shared/status.ts';

export interface CanSend {
  readonly canSend: boolean;
  /** Everything that stops it, not only the first; empty when it can go. */
  readonly blocking: readonly Blocking[];
}

/**
 * `can_send` of product/shipping.md §4: bound, tracking unused, every item in the right status, no hold that stops this move,
 * price known, signature present. `trackingUsed` = another package carries the number.
 */
export function canSend(
  shipment: Shipment,
  items: ReadonlyMap<ItemId, ItemState>,
  trackingUsed: boolean,
): CanSend {
  const blocking = [
    ...packageBlocks(shipment, trackingUsed),
    ...shipment.lines.flatMap(({ itemId }) => itemBlocks(shipment, itemId, items.get(itemId))),
    ...clientBlocks(shipment, items),
    ...priceBlocks(shipment),
  ];
  return { canSend: blocking.length === 0, blocking };
}

/** The refusal of a package that cannot go, with everything that stops it. */
export function cannotSend(blocking: readonly Blocking[], items: ReadonlyMap<ItemId, ItemState>): Refused {
  return reject('cannot_send', { can_send: false, blocking: blockingDetails(blocking, items) });
}

/** What stops a package, each with the number of its piece. */
export function blockingDetails(
  blocking: readonly Blocking[],
  items: ReadonlyMap<ItemId, ItemState>,
): BlockingDetail[] {
  return blocking.map(({ code, itemId }) => {
    const item = itemId === null ? undefined : items.get(itemId);
    return { code, item_id: itemId, number: item?.kind === 'item' ? item.number : null };
  });
}

function packageBlocks(shipment: Shipment, trackingUsed: boolean): readonly Blocking[] {
  const codes: RejectionCode[] = [];
  if (shipment.stage === 'cancelled') codes.push('shipment_cancelled');
  if (shipment.stage === 'sent' || shipment.stage === 'closed' || trackingUsed) codes.push('tracking_used');
  if (shipment.lines.length === 0) codes.push('no_items');
  if (shipment.signatures.length === 0) codes.push('signature_required');
  return codes.map((code) => ({ code, itemId: null }));
}

function itemBlocks(shipment: Shipment, itemId: ItemId, item: ItemState | undefined): readonly Blocking[] {
  if (item === undefined || item.kind === 'none') return [{ code: 'not_found', itemId }];
  return fitBlocks(shipment, item).map((code) => ({ code, itemId }));
}

/** What keeps one item out of a package of this kind, at this origin and for this destination. */
export function fitBlocks(shipment: Shipment, item: Item): readonly RejectionCode[] {
  const { from, to } = ORDER_TYPES[shipment.orderType];
  const codes: RejectionCode[] = [];
  if (!from.includes(item.status)) codes.push('illegal_transition');
  const isToDoor = to === null && shipment.destination === null;
  const target = isToDoor ? Status.TakenByClient : to;
  const hold = target === null ? missingOf(item) : holdThatStops(item, target);
  if (hold !== null) codes.push(HOLD_REJECTION[hold]);
  if (isToDoor) codes.push(...doorBlocks(item, shipment.origin));
  const here = item.custody.kind === 'site' && item.custody.siteId === shipment.origin;
  if (!here) codes.push('custody_elsewhere');
  const home = shipment.orderType === 2 || shipment.orderType === 4;
  if (home && shipment.destination !== null && !isPickupShop(item, shipment.destination))
    codes.push('wrong_destination');
  if (to === Status.LogisticsShipOut && isFeeMissing(item)) codes.push('fee_missing');
  // Payment is due before 14 when the carrier takes it to the client's door.
  if (shipment.destination === null && !isFeePaid(item)) codes.push('fee_not_paid');
  return codes;
}

/** A shop sends what its client wants delivered, as it would hand it over: from their shop, and with no loan piece out. */
function doorBlocks(item: Item, origin: SiteId): readonly RejectionCode[] {
  const codes: RejectionCode[] = [];
  if (choiceOf(item).kind !== 'delivery') codes.push('delivery_not_chosen');
  else if (!isPickupShop(item, origin)) codes.push('wrong_destination');
  if (openLoan(item) !== null) codes.push('loan_open');
  return codes;
}

/** A parcel to a client's own door holds that client's pieces alone. */
function clientBlocks(shipment: Shipment, items: ReadonlyMap<ItemId, ItemState>): readonly Blocking[] {
  if (shipment.destination !== null) return [];
  const pieces = shipment.lines.flatMap(({ itemId }) => items.get(itemId) ?? []);
  const known = pieces.filter((item): item is Item => item.kind === 'item');
  return known
    .filter((item) => item.customerRef !== known[0]?.customerRef)
    .map(({ id: itemId }) => ({ code: 'one_client_only', itemId }));
}

function missingOf(item: Item): 'missing' | null {
  return item.holds.includes('missing') ? 'missing' : null;
}

function priceBlocks(shipment: Shipment): readonly Blocking[] {
  const price = priceOf(shipment);
  return price.ok ? [] : price.unknown.map((itemId) => ({ code: 'price_unknown', itemId }));
}
