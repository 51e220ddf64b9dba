import { reject, type StreamsDecision } from '../decider.ts';
import type { ItemId } from '../kernel.ts';
import type { CommandContext } from '../repair/item/commands.ts';
import { noSuchMove } from '../repair/change-status.ts';
import { firstRefusal, heldRefusal, refuse } from '../repair/holds/guards.ts';
import type { Item } from '../repair/item/item.ts';
import { moveKindOf } from '../repair/item/moves.ts';
import type { StatusId } from '../shared/status.ts';
import { ORDER_TYPES } from '../repair/travel.ts';
import { itemIn, requireItems, shipmentIn, type ProcessState, type ProcessEvent } from './process-state.ts';
import { itemsOf } from '../shipping/shipment.ts';
import { sendPackage } from './send.ts';

export interface SendByMove {
  readonly itemId: ItemId;
  readonly target: StatusId;
  /** Every item the call names, this one among them. */
  readonly named: readonly ItemId[];
}

/**
 * `PUT /rmastatus` to 2, 14 or 18: sends the package the item is bound to (product/repair.md §2). A package leaves whole, so
 * the call names all of its items; `package_has_other_items` says which package and which items it leaves out.
 */
export function sendByMove(
  { itemId, target, named }: SendByMove,
  processState: ProcessState,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  const item = itemIn(processState, itemId);
  if (item.kind === 'none') return reject('not_found', { item_id: itemId });
  const refusal = firstRefusal(
    () => (moveKindOf(item.status, target) === null ? noSuchMove(item, target) : null),
    () => heldRefusal(item, target),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  const shipment = shipmentIn(processState, item.legs.current?.shipmentId);
  if (shipment.kind === 'none') return reject('needs_package', { shipment_id: null });
  if (ORDER_TYPES[shipment.orderType].to !== target)
    return { ok: false, rejection: otherTarget(item, target) };
  const others = itemsOf(shipment).filter((id) => !named.includes(id));
  if (others.length > 0) {
    const details = { tracking_no: shipment.trackingNumber, item_ids: others };
    return reject('package_has_other_items', { shipment_id: shipment.id, ...details });
  }
  requireItems(processState, itemsOf(shipment));
  return sendPackage(shipment, { trackingUsed: false }, processState, context);
}

/** The package goes elsewhere: a piece of 3 packed for another factory does not go home with it. */
const otherTarget = ({ status }: Item, target: StatusId) =>
  refuse('illegal_transition', { from: status, to: target });
