import { acceptStreams, reject, type StreamsDecision } from '../decider.ts';
import type { ItemId, Money } from '../kernel.ts';
import type { Rejection, RejectionCode } from '../rejection.ts';
import type { CommandContext } from '../repair/item/commands.ts';
import type { Item } from '../repair/item/item.ts';
import { isOpen, packageReason, shipmentStamp } from '../shipping/decide.ts';
import type { ShipmentEvent } from '../shipping/events.ts';
import { lineOf, shipmentStatus, type Shipment, type ShipmentState } from '../shipping/shipment.ts';
import { fitBlocks } from './can-send.ts';
import {
  itemIn,
  toItem,
  toShipment,
  type ProcessState,
  type ProcessEvent,
  type ProcessStream,
} from './process-state.ts';

export interface ItemToBind {
  readonly itemId: ItemId;
  /** Declared price; null while unknown. */
  readonly price: Money | null;
}

/**
 * `POST /rma/packagelist` with a tracking number: binds items to a draft. All or nothing; what is bound to it already
 * stays as it is. The fee of a delivery to the client, and an open loan, stop the sending, not this.
 */
export function bindItems(
  shipment: ShipmentState,
  toBind: readonly ItemToBind[],
  processState: ProcessState,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  if (shipment.kind === 'none') return reject('not_found');
  const fresh = toBind.filter(({ itemId }) => lineOf(shipment, itemId) === undefined);
  if (fresh.length === 0) return acceptStreams<ProcessEvent>([]);
  if (!isOpen(shipment)) return { ok: false, rejection: notOpen(shipment) };
  const items: ProcessStream[] = [];
  const lines: ShipmentEvent[] = [];
  for (const { itemId, price } of fresh) {
    const item = itemIn(processState, itemId);
    if (item.kind === 'none') return reject('not_found', { item_id: itemId });
    const refusal = bindRefusal(shipment, item);
    if (refusal !== null) return { ok: false, rejection: refusal };
    const { id: shipmentId, trackingNumber, orderType } = shipment;
    const data = { shipmentId, trackingNumber, orderType, at: context.now };
    items.push(toItem(itemId, [{ type: 'ItemBoundToShipment', data }]));
    lines.push({
      type: 'ShipmentItemBound',
      data: { itemId, sku: item.product.sku, price, at: context.now },
    });
  }
  return acceptStreams<ProcessEvent>([
    toShipment(shipment.id, [...unsealed(shipment, context), ...lines]),
    ...items,
  ]);
}

function notOpen(shipment: Shipment): Rejection {
  const code = shipment.stage === 'cancelled' ? 'shipment_cancelled' : 'tracking_used';
  return { code, details: { state: shipmentStatus(shipment) } };
}

/** What may still be settled while the piece lies packed. */
const WHEN_SENDING: readonly RejectionCode[] = ['fee_not_paid', 'loan_open'];

function bindRefusal(shipment: Shipment, item: Item): Rejection | null {
  const details = { item_id: item.id, status: item.status };
  if (item.legs.current !== null)
    return {
      code: 'item_bound_elsewhere',
      details: { ...details, tracking_no: item.legs.current.trackingNumber },
    };
  const code = fitBlocks(shipment, item).find((each) => !WHEN_SENDING.includes(each));
  return code === undefined ? null : { code, details };
}

/** Changing what is inside breaks the seal. */
export function unsealed(shipment: Shipment, context: CommandContext): readonly ShipmentEvent[] {
  if (shipment.stage !== 'sealed') return [];
  return [
    {
      type: 'ShipmentUnsealed',
      data: { ...packageReason(shipment, 'contents changed'), ...shipmentStamp(context) },
    },
  ];
}

/** The streams of taking one item out of an unsent package. */
export function unbindStreams(
  shipment: Shipment,
  itemId: ItemId,
  context: CommandContext,
): readonly ProcessStream[] {
  const at = context.now;
  return [
    toShipment(shipment.id, [
      ...unsealed(shipment, context),
      { type: 'ShipmentItemUnbound', data: { itemId, at } },
    ]),
    toItem(itemId, [{ type: 'ItemUnboundFromShipment', data: { shipmentId: shipment.id, at } }]),
  ];
}

/** `POST /package/unbind`: takes items out of a package that has not been sent. */
export function unbindItems(
  shipment: ShipmentState,
  itemIds: readonly ItemId[],
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  if (shipment.kind === 'none') return reject('not_found');
  if (!isOpen(shipment)) return reject('shipment_not_draft', { state: shipmentStatus(shipment) });
  const unbound = itemIds.find((itemId) => lineOf(shipment, itemId) === undefined);
  if (unbound !== undefined) return reject('item_not_bound', { item_id: unbound });
  const at = context.now;
  const taken = [...new Set(itemIds)];
  return acceptStreams<ProcessEvent>([
    toShipment(shipment.id, [
      ...unsealed(shipment, context),
      ...taken.map((itemId): ShipmentEvent => ({ type: 'ShipmentItemUnbound', data: { itemId, at } })),
    ]),
    ...taken.map((itemId) =>
      toItem(itemId, [{ type: 'ItemUnboundFromShipment', data: { shipmentId: shipment.id, at } }]),
    ),
  ]);
}

/** Gives up a package that was never sent; its items are free again, its number stays used. */
export function cancelShipment(
  shipment: ShipmentState,
  reason: string,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  if (shipment.kind === 'none') return reject('not_found');
  if (shipment.stage === 'cancelled') return reject('shipment_cancelled');
  if (!isOpen(shipment)) return reject('shipment_not_draft', { state: shipmentStatus(shipment) });
  if (reason.trim() === '') return reject('reason_required');
  const data = { shipmentId: shipment.id, at: context.now };
  return acceptStreams<ProcessEvent>([
    toShipment(shipment.id, [
      { type: 'ShipmentCancelled', data: { ...packageReason(shipment, reason), ...shipmentStamp(context) } },
    ]),
    ...shipment.lines.map(({ itemId }) => toItem(itemId, [{ type: 'ItemUnboundFromShipment', data }])),
  ]);
}
