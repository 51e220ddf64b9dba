import { acceptStreams, reject, type StreamsDecision } from '../decider.ts';

import type { CommandContext } from '../repair/item/commands.ts';
import { decideMarkFound } from '../repair/holds/hold-decisions.ts';
import type { Item } from '../repair/item/item.ts';
import { Status, type StatusId } from '../shared/status.ts';
import { arrivalStatus, departureEvents, type ArrivalDetails } from '../repair/travel.ts';
import { isOpen, shipmentStamp } from '../shipping/decide.ts';
import type { ShipmentEvent } from '../shipping/events.ts';
import type { Shipment, ShipmentState } from '../shipping/shipment.ts';
import { fitBlocks } from './can-send.ts';
import {
  applyTo,
  itemIn,
  mergeStreams,
  shipmentIn,
  toItem,
  toShipment,
  type ProcessState,
  type ProcessEvent,
  type ProcessStream,
  type Steps,
} from './process-state.ts';
import { unbindStreams } from './packing.ts';
import { receiveItem } from './receive.ts';

/** What adopting may lead to: the statuses its person may let a jewel arrive in. */
export interface Adoption extends ArrivalDetails {
  readonly code: string;
  /** Undefined = every one. */
  readonly mayArriveAs?: readonly StatusId[];
}

/**
 * An operator adopts what was set apart (product/shipping.md §7), the package's extra and the jewel in one decision. Where the
 * jewel should have been decides how: in another package, it is received out of that one; at the sender's, who forgot to
 * list it, it is put on this list and received; here already, or no jewel of ours, it is only ticked off.
 */
export function adoptExtra(
  shipment: ShipmentState,
  { code, mayArriveAs, ...details }: Adoption,
  processState: ProcessState,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  if (shipment.kind === 'none') return reject('not_found');
  const extra = shipment.extras.find((each) => each.code === code);
  if (extra === undefined) return reject('not_found', { code });
  if (extra.state === 'adopted') return acceptStreams<ProcessEvent>([]);
  if (extra.state === 'handed-back') return reject('custody_elsewhere', { code });
  const ticked = toShipment(shipment.id, [
    { type: 'ShipmentExtraAdopted', data: { code, ...shipmentStamp(context) } },
  ]);
  const item = extra.itemId === null ? undefined : itemIn(processState, extra.itemId);
  if (item === undefined || item.kind === 'none') return acceptStreams<ProcessEvent>([ticked]);
  const taken = takeIn(shipment, item, { ...details, mayArriveAs }, processState, context);
  return taken.ok ? { ok: true, streams: mergeStreams<ProcessEvent>([ticked, ...taken.streams]) } : taken;
}

type Details = ArrivalDetails & { readonly mayArriveAs: readonly StatusId[] | undefined };

function takeIn(
  shipment: Shipment,
  item: Item,
  { mayArriveAs, ...details }: Details,
  processState: ProcessState,
  context: CommandContext,
): Steps {
  if (isHere(shipment, item, context)) return { ok: true, streams: [] };
  const before = onItsWay(shipment, item, processState, context);
  if (!before.ok) return before;
  const then = applyTo(processState, before.streams);
  const arriving = itemIn(then, item.id);
  const target = arriving.kind === 'none' ? null : arrivalStatus(arriving.status);
  if (target === null || mayArriveAs?.includes(target) === false) {
    return reject('illegal_transition', { item_id: item.id, status: item.status });
  }
  const receipt = receiveItem(item.id, details, then, context);
  return receipt.ok ? { ok: true, streams: [...before.streams, ...receipt.streams] } : receipt;
}

function isHere(shipment: Shipment, { custody }: Item, { actor }: CommandContext): boolean {
  const here = actor.siteId ?? shipment.destination;
  return custody.kind === 'site' && custody.siteId === here;
}

/** What must have happened for it to lie in this package: it was found again, or it left with it unlisted. */
function onItsWay(
  shipment: Shipment,
  item: Item,
  processState: ProcessState,
  context: CommandContext,
): Steps {
  if (item.custody.kind === 'shipment') return foundAgain(item, context);
  const free = outOfDraft(item, processState, context);
  const loose = itemIn(applyTo(processState, free), item.id);
  if (loose.kind === 'none') return reject('not_found', { item_id: item.id });
  // It may lie at another store than its own: that keeps it from being sent, and changes nothing once it is here.
  const code = fitBlocks(shipment, loose).find((each) => each !== 'wrong_destination');
  if (code !== undefined) return reject(code, { item_id: item.id, status: item.status });
  return { ok: true, streams: [...free, ...leftUnlisted(shipment, loose, context)] };
}

/** In the hand, and so missing no longer. */
export function foundAgain(item: Item, context: CommandContext): Steps {
  if (!item.holds.includes('missing') || item.custody.kind !== 'shipment') return { ok: true, streams: [] };
  const found = decideMarkFound(item, context);
  if (!found.ok) return found;
  const line: ShipmentEvent = {
    type: 'ShipmentItemFound',
    data: { itemId: item.id, ...shipmentStamp(context) },
  };
  const own = toItem(item.id, found.events);
  return { ok: true, streams: [own, toShipment(item.custody.shipmentId, [line])] };
}

/** It was packed into another package that has not left: there it cannot be. */
function outOfDraft(
  item: Item,
  processState: ProcessState,
  context: CommandContext,
): readonly ProcessStream[] {
  const draft = shipmentIn(processState, item.legs.current?.shipmentId);
  return draft.kind === 'none' || !isOpen(draft) ? [] : unbindStreams(draft, item.id, context);
}

function leftUnlisted(shipment: Shipment, item: Item, context: CommandContext): readonly ProcessStream[] {
  const { id: shipmentId, trackingNumber, orderType, origin, destination } = shipment;
  const departure = { shipmentId, orderType, from: origin, to: destination };
  const bound = { shipmentId, trackingNumber, orderType, at: context.now };
  const line = { itemId: item.id, sku: item.product.sku, price: null, at: context.now };
  return [
    toShipment(shipmentId, [{ type: 'ShipmentItemBound', data: line }]),
    toItem(item.id, [
      { type: 'ItemBoundToShipment', data: bound },
      ...departureEvents(item, departure, context),
    ]),
  ];
}

/** The statuses a package of some kind lets its pieces arrive in. */
export const ARRIVALS: readonly StatusId[] = [
  Status.ReceiveFromShop,
  Status.ShopReceived,
  Status.IncomingCheck,
];
