import { acceptStreams, reject, type StreamsDecision } from '../decider.ts';
import type { ItemId, SiteId } from '../kernel.ts';
import type { CommandContext, UndoInput } from '../repair/item/commands.ts';
import type { Item } from '../repair/item/item.ts';
import { decideUndo } from '../repair/rounds.ts';
import { decideArrival, type ArrivalDetails } from '../repair/travel.ts';
import { shipmentStamp } from '../shipping/decide.ts';
import type { ShipmentEvent } from '../shipping/events.ts';
import { isTravelling, lineOf } from '../shipping/shipment.ts';
import {
  itemIn,
  shipmentIn,
  toItem,
  toShipment,
  type ProcessState,
  type ProcessEvent,
  type Steps,
} from './process-state.ts';

/**
 * One item comes out of the package it travels in, at the actor's site (the label's, for someone without one):
 * 2 → 3, 14 → 15, 18 → 19, or home between shops. Item and package agree in one decision.
 */
export function receiveItem(
  itemId: ItemId,
  details: ArrivalDetails,
  processState: ProcessState,
  context: CommandContext,
): Steps {
  const item = itemIn(processState, itemId);
  if (item.kind === 'none') return reject('not_found', { item_id: itemId });
  if (item.custody.kind !== 'shipment') return reject('item_already_received', { status: item.status });
  const shipment = shipmentIn(processState, item.custody.shipmentId);
  if (shipment.kind === 'none') return reject('not_found', { shipment_id: item.custody.shipmentId });
  if (!isTravelling(shipment, itemId)) return reject('item_not_bound', { item_id: itemId });
  const siteId = context.actor.siteId ?? shipment.destination;
  if (siteId === null) return reject('wrong_destination');
  const arrival = decideArrival(item, siteId, details, context);
  if (!arrival.ok) return arrival;
  return {
    ok: true,
    streams: [toItem(itemId, arrival.events), toShipment(shipment.id, [received(itemId, siteId, context)])],
  };
}

export function received(itemId: ItemId, siteId: SiteId | null, context: CommandContext): ShipmentEvent {
  return { type: 'ShipmentItemReceived', data: { itemId, siteId, ...shipmentStamp(context) } };
}

/**
 * Takes an item's last move back (10 minutes, by its actor). An undone receipt puts the jewel back into its
 * package: that stream must be in the process state (`undo_shipment_id` of the row) and still open.
 */
export function undoMove(
  itemId: ItemId,
  processState: ProcessState,
  context: CommandContext,
  given: UndoInput = {},
): StreamsDecision<ProcessEvent> {
  const item = itemIn(processState, itemId);
  if (item.kind === 'none') return reject('not_found', { item_id: itemId });
  const undone = decideUndo(given, item, context);
  if (!undone.ok) return undone;
  const shipment = undoneReceipt(item, processState, context);
  if (!shipment.ok) return shipment;
  return acceptStreams<ProcessEvent>([toItem(itemId, undone.events), ...shipment.streams]);
}

function undoneReceipt(item: Item, processState: ProcessState, context: CommandContext): Steps {
  const before = item.lastMove?.previousCustody;
  if (before?.kind !== 'shipment') return { ok: true, streams: [] };
  const shipment = shipmentIn(processState, before.shipmentId);
  if (shipment.kind === 'none') return reject('not_found', { shipment_id: before.shipmentId });
  if (shipment.stage !== 'sent') return reject('shipment_closed', { shipment_id: shipment.id });
  if (lineOf(shipment, item.id)?.state !== 'received') return reject('item_not_bound', { item_id: item.id });
  const data = { itemId: item.id, ...shipmentStamp(context) };
  return { ok: true, streams: [toShipment(shipment.id, [{ type: 'ShipmentItemReceiptUndone', data }])] };
}
