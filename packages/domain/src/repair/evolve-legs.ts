import { unreachable } from '../decider.ts';
import type { Custody } from '../kernel.ts';
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

/** Travelling begins: the leg stays and becomes the newest. It ends: the piece is bound to nothing. */
function passedTo(legs: Legs, to: Custody): Legs {
  if (to.kind !== 'shipment') return { ...legs, current: null };
  const { travelled, sentFrom } = legs;
  const newest = travelled.at(-1) ?? null;
  const current = legs.current ?? newest;
  const isKnown = current === null || newest?.shipmentId === to.shipmentId;
  return {
    current,
    travelled: isKnown ? travelled : [...travelled, current],
    sentFrom: sentFrom.includes(to.from) ? sentFrom : [...sentFrom, to.from],
  };
}
