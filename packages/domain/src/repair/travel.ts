import { accept, reject, type Decision } from '../decider.ts';
import type { ShipmentId, SiteId } from '../kernel.ts';
import { custodyPasses, statusChanged } from './item/build.ts';
import { moveDetails } from './change-status.ts';
import { isToClient } from './custody.ts';
import type { ChangeItemStatus, CommandContext } from './item/commands.ts';
import type { ItemEvent } from './item/events.ts';
import { firstRefusal, heldRefusal, missingRefusal, refuse } from './holds/guards.ts';
import type { Item } from './item/item.ts';
import type { Leg } from './item/parts.ts';
import { Status, type StatusId } from '../shared/status.ts';

/** The item's side of sending, unsending and receiving a package. `processes/` writes the same to the package's stream. */

type OrderType = Leg['orderType'];

interface Passage {
  readonly from: readonly StatusId[];
  readonly to: StatusId | null;
}

/** What an order type does to its items: from which status, into which. Shop to shop moves custody only. */
export const ORDER_TYPES: Readonly<Record<OrderType, Passage>> = {
  1: { from: [Status.Created], to: Status.SentToWarehouse },
  2: { from: [Status.RepairDone], to: Status.LogisticsShipOut },
  3: { from: [Status.ReceiveFromShop, Status.SAVCheckResult], to: Status.MCToCN },
  4: { from: [Status.ShopReceived], to: null },
};

/** The status an item enters when it comes out of a package; its own when it only changes shops. */
export function arrivalStatus(status: StatusId): StatusId | null {
  return ARRIVES_AS[status] ?? null;
}

const ARRIVES_AS: Readonly<Partial<Record<StatusId, StatusId>>> = {
  [Status.SentToWarehouse]: Status.ReceiveFromShop,
  [Status.LogisticsShipOut]: Status.ShopReceived,
  [Status.MCToCN]: Status.IncomingCheck,
  [Status.ShopReceived]: Status.ShopReceived,
};

export interface Departure {
  readonly shipmentId: ShipmentId;
  readonly orderType: OrderType;
  readonly from: SiteId;
  readonly to: SiteId | null;
}

/** The item leaves with its package; `canSend` has checked it. */
export function departureEvents(
  item: Item,
  departure: Departure,
  context: CommandContext,
): readonly ItemEvent[] {
  const { shipmentId, orderType, from, to } = departure;
  const target = ORDER_TYPES[orderType].to;
  const moved = target === null ? [] : [statusChanged(item, target, { move: 'forward' }, context)];
  return [...moved, ...custodyPasses(item, { kind: 'shipment', shipmentId, from, to }, context.now)];
}

/** The package was unsent: status and entry time as before, custody back at the origin, still bound. */
export function returnEvents(
  item: Item,
  reason: string | null,
  context: CommandContext,
): Decision<ItemEvent> {
  const { custody } = item;
  const leg = item.legs.current;
  const beforeSend = item.state === 'in-transit' ? item.beforeSend : null;
  if (custody.kind !== 'shipment' || leg === null)
    return reject('custody_elsewhere', { custody: custody.kind });
  const missing = missingRefusal(item);
  if (missing !== null) return { ok: false, rejection: missing };
  const { shipmentId, trackingNumber, orderType } = leg;
  const moves = ORDER_TYPES[orderType].to === item.status && beforeSend !== null;
  const undone = moves
    ? [
        statusChanged(
          item,
          beforeSend.status,
          { move: 'undo', enteredAt: beforeSend.enteredAt, reason: reason ?? undefined },
          context,
        ),
      ]
    : [];
  return accept<ItemEvent>(
    ...undone,
    ...custodyPasses(item, { kind: 'site', siteId: custody.from }, context.now),
    { type: 'ItemBoundToShipment', data: { shipmentId, trackingNumber, orderType, at: context.now } },
  );
}

/** What the carrier could not deliver goes back to the shop that sent it, where it is ready as before (decisions/0245). */
const comesBack = ({ status, custody }: Item, siteId: SiteId): boolean =>
  status === Status.ShopReceived && custody.kind === 'shipment' && custody.from === siteId;

/** What may be saved with an arrival: the findings of targets 3 and 19. */
export type ArrivalDetails = Pick<ChangeItemStatus, 'findings' | 'listedFee' | 'measurements'>;

/**
 * The item comes out of its package at a site: findings, status, custody in one decision. Also at another site than the
 * one on the label: the jewel is where it was scanned (product/shipping.md §9).
 */
export function decideArrival(
  item: Item,
  siteId: SiteId,
  given: ArrivalDetails,
  context: CommandContext,
): Decision<ItemEvent> {
  const target = arrivalStatus(item.status);
  if (item.custody.kind !== 'shipment' || target === null) {
    return reject('item_already_received', { status: item.status });
  }
  const refusal = firstRefusal(
    () => (isToClient(item) && !comesBack(item, siteId) ? refuse('wrong_destination') : null),
    () => (target === item.status ? missingRefusal(item) : heldRefusal(item, target)),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  const details = moveDetails({ type: 'ChangeItemStatus', target, ...given }, item, context);
  if (!details.ok) return details;
  const moved = target === item.status ? [] : [statusChanged(item, target, { move: 'forward' }, context)];
  return accept<ItemEvent>(
    ...details.events,
    ...moved,
    ...custodyPasses(item, { kind: 'site', siteId }, context.now),
  );
}
