import { acceptStreams, reject } from '../decider.ts';
import type { StreamsDecision } from '../decider.ts';
import type { CommandContext } from '../repair/commands.ts';
import { shipmentStamp } from '../shipping/decide.ts';
import { shipmentStatus } from '../shipping/shipment.ts';
import type { Shipment, ShipmentState } from '../shipping/shipment.ts';
import { itemIn, toItem, toShipment } from './journey.ts';
import type { Journey, JourneyEvent, JourneyStream } from './journey.ts';

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
  journey: Journey,
  context: CommandContext,
): StreamsDecision<JourneyEvent> {
  if (shipment.kind === 'none') return reject('not_found');
  if (to === shipment.trackingNumber) return acceptStreams<JourneyEvent>([]);
  const refusal = renumberRefusal(shipment, context);
  if (refusal !== null) return refusal;
  if (trackingUsed) return reject('tracking_used');
  const from = shipment.trackingNumber;
  const { id: shipmentId } = shipment;
  const data = { from, to, reason, ...shipmentStamp(context) };
  const streams: JourneyStream[] = [toShipment(shipmentId, [{ type: 'ShipmentTrackingChanged', data }])];
  for (const { itemId } of shipment.lines) {
    if (itemIn(journey, itemId).kind === 'none') return reject('not_found', { item_id: itemId });
    const changed = { shipmentId, from, trackingNumber: to, at: context.now };
    streams.push(toItem(itemId, [{ type: 'ItemTrackingChanged', data: changed }]));
  }
  return acceptStreams<JourneyEvent>(streams);
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
