import { codeKey } from '../contract/codes.ts';
import { acceptStreams, reject, type StreamsDecision } from '../decider.ts';
import type { CommandContext } from '../repair/item/commands.ts';
import { packageReason, shipmentStamp } from '../shipping/decide.ts';
import { shipmentStatus, type Shipment, type ShipmentState } from '../shipping/shipment.ts';
import {
  itemIn,
  toItem,
  toShipment,
  type ProcessState,
  type ProcessEvent,
  type ProcessStream,
} from './process-state.ts';

export interface NewNumber {
  readonly trackingNumber: string;
  /** Whether another package carries, or ever carried, this number: looked up before deciding. */
  readonly trackingUsed: boolean;
  readonly reason: string | null;
}

/**
 * The carrier relabelled a package: another number, while none of it was received (product/shipping.md §10). Package and pieces
 * say so in one decision, so that no list shows the old number beside the new one.
 */
export function changeTracking(
  shipment: ShipmentState,
  { trackingNumber: to, trackingUsed, reason }: NewNumber,
  processState: ProcessState,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  if (shipment.kind === 'none') return reject('not_found');
  if (to === shipment.trackingNumber) return acceptStreams<ProcessEvent>([]);
  const refusal = renumberRefusal(shipment, context);
  if (refusal !== null) return refusal;
  if (trackingUsed) return reject('tracking_used');
  const from = shipment.trackingNumber;
  const { id: shipmentId } = shipment;
  const data = {
    from,
    to,
    toKey: codeKey(to),
    ...packageReason(shipment, reason),
    ...shipmentStamp(context),
  };
  const streams: ProcessStream[] = [toShipment(shipmentId, [{ type: 'ShipmentTrackingChanged', data }])];
  for (const { itemId } of shipment.lines) {
    if (itemIn(processState, itemId).kind === 'none') return reject('not_found', { item_id: itemId });
    const changed = { shipmentId, from, trackingNumber: to, at: context.now };
    streams.push(toItem(itemId, [{ type: 'ItemTrackingChanged', data: changed }]));
  }
  return acceptStreams<ProcessEvent>(streams);
}

function renumberRefusal(shipment: Shipment, { actor }: CommandContext) {
  const { stage, origin, lines, extras } = shipment;
  if (stage === 'cancelled') return reject('shipment_cancelled');
  if (stage === 'closed') return reject('shipment_closed', { state: shipmentStatus(shipment) });
  if (actor.siteId !== null && actor.siteId !== origin)
    return reject('custody_elsewhere', { site_id: origin });
  const arrived = extras.length > 0 || lines.some(({ state }) => state === 'received');
  return arrived || shipment.arrival !== null ? reject('shipment_has_receipts') : null;
}
