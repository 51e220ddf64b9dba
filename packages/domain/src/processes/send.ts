import { acceptStreams, fold, reject, type StreamsDecision } from '../decider.ts';
import type { SiteId } from '../kernel.ts';
import type { CommandContext } from '../repair/item/commands.ts';
import { departureEvents, returnEvents } from '../repair/travel.ts';
import { packageReason, shipmentStamp } from '../shipping/decide.ts';
import type { ShipmentEvent } from '../shipping/events.ts';
import {
  evolveShipment,
  itemsOf,
  mayEndAtClient,
  shipmentStatus,
  type Shipment,
  type ShipmentState,
} from '../shipping/shipment.ts';
import { canSend, cannotSend } from './can-send.ts';
import {
  itemIn,
  toItem,
  toShipment,
  type ProcessState,
  type ProcessEvent,
  type ProcessStream,
} from './process-state.ts';

export interface SendOrder {
  readonly trackingUsed: boolean;
  /** Another way than the draft's; null = to the client's door. */
  readonly destination?: SiteId | null;
  readonly carrier?: string | null;
  readonly sealNumber?: string | null;
  readonly grossWeightGrams?: number | null;
}

/**
 * Sends what is bound: 1 → 2, 13 → 14, 3 or 17 → 18, shop to shop without a status (product/shipping.md §4). `can_send` is asked
 * again inside. Sending what has been sent is a success without events, so a repeated call is harmless.
 */
export function sendPackage(
  state: ShipmentState,
  order: SendOrder,
  processState: ProcessState,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  if (state.kind === 'none') return reject('not_found');
  if (state.stage === 'cancelled') return reject('shipment_cancelled');
  if (state.stage === 'sent' || state.stage === 'closed') return sentAlready(state, context);
  const prepared = prepare(state, order, context);
  const shipment = after(state, prepared);
  const refusal = routeRefusal(shipment, context);
  if (refusal !== null) return refusal;
  const { canSend: ready, blocking } = canSend(shipment, processState.items, order.trackingUsed);
  if (!ready) return cannotSend(blocking, processState.items);
  const itemIds = itemsOf(shipment);
  const sent: ShipmentEvent = { type: 'ShipmentSent', data: { itemIds, ...shipmentStamp(context) } };
  return acceptStreams<ProcessEvent>([
    toShipment(shipment.id, [...prepared, sent]),
    ...itemIds.flatMap((itemId) => departing(shipment, itemId, processState, context)),
  ]);
}

/** Only its sender gets the same answer again: no other site may send it. */
function sentAlready(shipment: Shipment, { actor }: CommandContext): StreamsDecision<ProcessEvent> {
  const elsewhere = actor.siteId !== null && actor.siteId !== shipment.origin;
  return elsewhere ? reject('custody_elsewhere', { site_id: shipment.origin }) : acceptStreams([]);
}

function departing(
  shipment: Shipment,
  itemId: number,
  processState: ProcessState,
  context: CommandContext,
): readonly ProcessStream[] {
  const item = itemIn(processState, itemId);
  if (item.kind === 'none') return [];
  const { id: shipmentId, orderType, origin: from, destination: to } = shipment;
  return [toItem(itemId, departureEvents(item, { shipmentId, orderType, from, to }, context))];
}

function routeRefusal(shipment: Shipment, { actor }: CommandContext) {
  if (actor.siteId !== null && actor.siteId !== shipment.origin) {
    return reject('custody_elsewhere', { site_id: shipment.origin });
  }
  const nowhere = shipment.destination === null && !mayEndAtClient(shipment.orderType);
  return nowhere || shipment.destination === shipment.origin ? reject('wrong_destination') : null;
}

/** What happens to the package before it leaves: another way, then the seal. */
function prepare(shipment: Shipment, order: SendOrder, context: CommandContext): readonly ShipmentEvent[] {
  const stamp = shipmentStamp(context);
  const destination = order.destination === undefined ? shipment.destination : order.destination;
  const carrier = order.carrier ?? shipment.carrier;
  const events: ShipmentEvent[] = [];
  if (destination !== shipment.destination || carrier !== shipment.carrier) {
    events.push({ type: 'ShipmentRouted', data: { destination, carrier, ...stamp } });
  }
  const sealNumber = order.sealNumber ?? shipment.sealNumber;
  const grossWeightGrams = order.grossWeightGrams ?? shipment.grossWeightGrams;
  const isAsSealed = sealNumber === shipment.sealNumber && grossWeightGrams === shipment.grossWeightGrams;
  if (shipment.stage === 'draft' || !isAsSealed) {
    events.push({ type: 'ShipmentSealed', data: { sealNumber, grossWeightGrams, ...stamp } });
  }
  return events;
}

function after(shipment: Shipment, events: readonly ShipmentEvent[]): Shipment {
  const next = fold(evolveShipment, shipment as ShipmentState, events);
  return next.kind === 'none' ? shipment : next;
}

/**
 * `POST /package/unsend`: takes a whole package back before the carrier has it and before anything was received. Counts
 * as an undo: every item returns to the status and entry time it had, still bound (product/shipping.md §5).
 */
export function unsendPackage(
  shipment: ShipmentState,
  reason: string | null,
  processState: ProcessState,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  if (shipment.kind === 'none') return reject('not_found');
  const refusal = unsendRefusal(shipment, context);
  if (refusal !== null) return refusal;
  const streams: ProcessStream[] = [
    toShipment(shipment.id, [
      { type: 'ShipmentUnsent', data: { ...packageReason(shipment, reason), ...shipmentStamp(context) } },
    ]),
  ];
  for (const { itemId } of shipment.lines) {
    const item = itemIn(processState, itemId);
    if (item.kind === 'none') return reject('not_found', { item_id: itemId });
    const back = returnEvents(item, reason, context);
    if (!back.ok) return back;
    streams.push(toItem(itemId, back.events));
  }
  return acceptStreams<ProcessEvent>(streams);
}

function unsendRefusal(shipment: Shipment, { actor }: CommandContext) {
  if (shipment.stage !== 'sent') return reject('shipment_not_sent', { state: shipmentStatus(shipment) });
  if (shipment.pickedUpAt !== null) return reject('shipment_picked_up', { at: shipment.pickedUpAt });
  if (shipment.lines.some((line) => line.state !== 'packed')) return reject('shipment_has_receipts');
  const elsewhere = actor.siteId !== null && actor.siteId !== shipment.origin;
  return elsewhere ? reject('custody_elsewhere', { site_id: shipment.origin }) : null;
}
