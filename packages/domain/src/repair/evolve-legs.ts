import { unreachable } from '../decider.ts';
import type { Custody, SiteId } from '../kernel.ts';
import type {
  CustodyTransferred,
  ItemBoundToShipment,
  ItemTrackingChanged,
  ItemUnboundFromShipment,
} from './item/events.ts';
import type { Leg, Legs } from './item/parts.ts';

export type LegEvent =
  | ItemBoundToShipment
  | ItemUnboundFromShipment
  | ItemTrackingChanged
  | CustodyTransferred;

export const NO_LEGS: Legs = { current: null, travelled: [], sentFrom: [] };

/** Into which packages it was put, and which of them it left a site in. */
export function evolveLegs(legs: Legs, event: LegEvent): Legs {
  switch (event.type) {
    case 'ItemBoundToShipment':
      return bound(legs, event.data);
    case 'ItemUnboundFromShipment':
      return { ...legs, current: null };
    case 'ItemTrackingChanged':
      return renumbered(legs, event.data);
    case 'CustodyTransferred':
      return passedTo(legs, event.data.to);
    default:
      return unreachable(event);
  }
}

/** Bound again to a package it had left in = the package was unsent: that leg never happened. */
function bound(legs: Legs, data: ItemBoundToShipment['data']): Legs {
  const { shipmentId, trackingNumber, orderType } = data;
  const travelled = legs.travelled.filter((leg) => leg.shipmentId !== shipmentId);
  return { ...legs, current: { shipmentId, trackingNumber, orderType }, travelled };
}

function renumbered(legs: Legs, { shipmentId, trackingNumber }: ItemTrackingChanged['data']): Legs {
  const named = (leg: Leg): Leg => (leg.shipmentId === shipmentId ? { ...leg, trackingNumber } : leg);
  const current = legs.current === null ? null : named(legs.current);
  return { ...legs, current, travelled: legs.travelled.map(named) };
}

/**
 * The sites that ever sent the piece away, or handed it to its client in the place of the shop that took it in: they see it from then on
 * (product/identity.md §6).
 */
export function sitesAfter(
  before: readonly SiteId[],
  storeId: SiteId,
  { from, to }: Pick<CustodyTransferred['data'], 'from' | 'to'>,
): readonly SiteId[] {
  const isHandedOut = to.kind === 'customer' && from.kind === 'site' && from.siteId !== storeId;
  const site = to.kind === 'shipment' ? to.from : isHandedOut ? from.siteId : null;
  return site === null || before.includes(site) ? before : [...before, site];
}

/** Travelling begins: the leg stays and becomes the newest. It ends: the piece is bound to nothing. */
function passedTo(legs: Legs, to: Custody): Legs {
  if (to.kind !== 'shipment') return { ...legs, current: null };
  const { travelled } = legs;
  const newest = travelled.at(-1) ?? null;
  const current = legs.current ?? newest;
  const isKnown = current === null || newest?.shipmentId === to.shipmentId;
  return { ...legs, current, travelled: isKnown ? travelled : [...travelled, current] };
}
