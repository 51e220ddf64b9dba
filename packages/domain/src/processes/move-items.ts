import { reject, type StreamsDecision } from '../decider.ts';
import type { ItemId } from '../kernel.ts';
import type { ChangeItemStatus, CommandContext } from '../repair/item/commands.ts';
import { decideItem } from '../repair/decide.ts';
import type { Item } from '../repair/item/item.ts';
import { SEND_STATUSES, Status } from '../shared/status.ts';
import { arrivalStatus } from '../repair/travel.ts';
import { isOpen } from '../shipping/decide.ts';
import type { Shipment } from '../shipping/shipment.ts';
import {
  itemAfter,
  itemIn,
  mergeStreams,
  shipmentIn,
  toItem,
  toShipment,
  type ProcessState,
  type ProcessEvent,
  type Steps,
} from './process-state.ts';
import { unbindStreams } from './packing.ts';
import { received, receiveItem } from './receive.ts';

/**
 * `PUT /rmastatus` for one item, packages included: 3, 15 and 19 receive it out of its package; 20 and an override take it
 * out of its draft first. 2, 14 and 18 send whole packages: `needs_package` names the one to give to `sendPackage`.
 * The process state holds the item and, where the row names one, its shipment.
 */
export function moveItem(
  itemId: ItemId,
  command: ChangeItemStatus,
  processState: ProcessState,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  const steps = stepsOf(itemId, command, processState, context);
  return steps.ok ? { ok: true, streams: mergeStreams<ProcessEvent>(steps.streams) } : steps;
}

function stepsOf(
  itemId: ItemId,
  command: ChangeItemStatus,
  processState: ProcessState,
  context: CommandContext,
): Steps {
  const item = itemIn(processState, itemId);
  if (item.kind === 'none') return reject('not_found', { item_id: itemId });
  if (isReceipt(item, command)) return receiveItem(itemId, command, processState, context);
  const shipment = shipmentIn(processState, item.legs.current?.shipmentId);
  if (item.legs.current !== null && leavesDraft(command)) {
    if (shipment.kind === 'none') return reject('not_found', { shipment_id: item.legs.current.shipmentId });
    return isOpen(shipment) ? leaveDraft(item, shipment, command, context) : alone(item, command, context);
  }
  const steps = alone(item, command, context);
  const delivered = steps.ok && command.target === Status.TakenByClient && item.custody.kind === 'shipment';
  if (!delivered) return steps;
  if (shipment.kind === 'none')
    return reject('not_found', { shipment_id: item.legs.current?.shipmentId ?? null });
  return {
    ok: true,
    streams: [...steps.streams, toShipment(shipment.id, [received(itemId, null, context)])],
  };
}

function isReceipt(item: Item, command: ChangeItemStatus): boolean {
  return item.custody.kind === 'shipment' && arrivalStatus(item.status) === command.target;
}

function leavesDraft(command: ChangeItemStatus): boolean {
  return command.target === Status.Cancelled || command.target === Status.ReceiveFromShop;
}

function alone(item: Item, command: ChangeItemStatus, context: CommandContext): Steps {
  const decision = decideItem(command, item, context);
  return decision.ok ? { ok: true, streams: [toItem(item.id, decision.events)] } : decision;
}

/** Cancelled, or received without its package: unbound first, in the same decision (product/repair.md §6). */
function leaveDraft(
  item: Item,
  shipment: Shipment,
  command: ChangeItemStatus,
  context: CommandContext,
): Steps {
  const unbound = unbindStreams(shipment, item.id, context);
  const own = unbound.flatMap((stream) => (stream.kind === 'item' ? stream.events : []));
  const steps = alone(itemAfter(item, own), command, context);
  return steps.ok ? { ok: true, streams: [...unbound, ...steps.streams] } : steps;
}

/** Whether a target is reached by sending a package: then `sendPackage` decides, not `moveItem`. */
export function isSendTarget(target: ChangeItemStatus['target']): boolean {
  return SEND_STATUSES.includes(target);
}
