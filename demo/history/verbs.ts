import type { ProcessEvent } from '@atelier/domain/processes/process-state.ts';
import { moveItem } from '@atelier/domain/processes/move-items.ts';
import { bindItems, type ItemToBind } from '@atelier/domain/processes/packing.ts';
import { undoMove } from '@atelier/domain/processes/receive.ts';
import { sendPackage, type SendOrder } from '@atelier/domain/processes/send.ts';
import { acceptStreams, type Decision, type StreamsDecision } from '@atelier/domain/decider.ts';
import { itemStream, shipmentStream, type ItemId, type ShipmentId } from '@atelier/domain/kernel.ts';
import type { ChangeItemStatus, ItemCommand } from '@atelier/domain/repair/item/commands.ts';
import { decideItem } from '@atelier/domain/repair/decide.ts';
import { initialItem } from '@atelier/domain/repair/item/item.ts';
import type { StatusId } from '@atelier/domain/shared/status.ts';
import type { ShipmentCommand } from '@atelier/domain/shipping/commands.ts';
import { decideShipment } from '@atelier/domain/shipping/decide.ts';
import { initialShipment } from '@atelier/domain/shipping/shipment.ts';
import type { Performer } from './staff.ts';
import type { Story } from './story.ts';

/** What people do in a story, each one command of the domain. All throw when it is refused. */

const onStream = (streamId: string, decision: Decision<ProcessEvent>): StreamsDecision<ProcessEvent> =>
  decision.ok ? acceptStreams([{ streamId, events: decision.events }]) : decision;

/** A command that touches one item alone. */
export function onItem(story: Story, by: Performer, id: ItemId, command: ItemCommand): void {
  story.perform(by, (context) =>
    onStream(itemStream(id), decideItem(command, story.items.get(id) ?? initialItem, context)),
  );
}

/** A command that touches one package alone. */
export function onPackage(story: Story, by: Performer, id: ShipmentId, command: ShipmentCommand): void {
  story.perform(by, (context) =>
    onStream(
      shipmentStream(id),
      decideShipment(command, story.shipments.get(id) ?? initialShipment, context),
    ),
  );
}

/** `PUT /rmastatus`: out of its package where it travels in one. */
export function move(
  story: Story,
  by: Performer,
  id: ItemId,
  target: StatusId,
  more: Omit<ChangeItemStatus, 'type' | 'target'> = {},
): void {
  story.perform(by, (context) => moveItem(id, { type: 'ChangeItemStatus', target, ...more }, story, context));
}

/** The scan before a move, or a scan that only asks. `trackingNumber` is the package the screen works through. */
export function scan(
  story: Story,
  by: Performer,
  id: ItemId,
  target: StatusId,
  trackingNumber: string | null = null,
): void {
  onItem(story, by, id, { type: 'ScanItem', target, shipmentId: null, trackingNumber });
}

export function undo(story: Story, by: Performer, id: ItemId): void {
  story.perform(by, (context) => undoMove(id, story, context));
}

export function bind(story: Story, by: Performer, id: ShipmentId, items: readonly ItemToBind[]): void {
  story.perform(by, (context) => bindItems(story.shipment(id), items, story, context));
}

export function send(
  story: Story,
  by: Performer,
  id: ShipmentId,
  order: Omit<SendOrder, 'trackingUsed'>,
): void {
  story.perform(by, (context) =>
    sendPackage(story.shipment(id), { trackingUsed: false, ...order }, story, context),
  );
}
