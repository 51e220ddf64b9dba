import { isSameCode } from '../contract/codes.ts';
import { acceptStreams, reject, type StreamsDecision } from '../decider.ts';
import type { BlobRef, ShipmentId, SiteId } from '../kernel.ts';
import type { Blocking, RejectionCode } from '../rejection.ts';
import type { CommandContext } from '../repair/item/commands.ts';
import { isOpen, decideShipment } from '../shipping/decide.ts';
import { transferOf } from '../repair/item/item.ts';
import { lineOf, type Shipment } from '../shipping/shipment.ts';
import { cannotSend, fitBlocks } from './can-send.ts';
import {
  applyTo,
  itemIn,
  mergeStreams,
  processStreamsOf,
  shipmentIn,
  toShipment,
  type ProcessState,
  type ProcessEvent,
  type ProcessStream,
  type Steps,
} from './process-state.ts';
import { bindItems, type ItemToBind } from './packing.ts';
import { sendPackage, type SendOrder } from './send.ts';

/** A package from one factory or warehouse to another factory, whole: what goes in, where to, who signed. */
export interface TransferOrder {
  readonly shipmentId: ShipmentId;
  readonly trackingNumber: string;
  readonly origin: SiteId;
  readonly factory: SiteId;
  readonly items: readonly ItemToBind[];
  /** Signed with the call; null = the package was signed before. */
  readonly signature: BlobRef | null;
  /** Only what lies in the basket for this factory may go (`POST /sav/update_tracking_number`). */
  readonly fromBasket: boolean;
  readonly outside: Pick<SendOrder, 'carrier' | 'sealNumber' | 'grossWeightGrams'>;
}

/**
 * Opens, binds, signs and sends in one decision: 3 or 17 → 18, all pieces or none (product/transfer.md §3). The same
 * package called for again is a success without events; a number that carries anything else is `tracking_used`.
 */
export function sendTransfer(
  order: TransferOrder,
  processState: ProcessState,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  const known = shipmentIn(processState, order.shipmentId);
  // A number that a package once carried stays that package's.
  if (known.kind === 'shipment' && !isSameCode(known.trackingNumber, order.trackingNumber))
    return reject('tracking_used');
  if (known.kind === 'shipment' && !isOpen(known)) {
    return isSame(known, order) ? acceptStreams<ProcessEvent>([]) : reject('tracking_used');
  }
  const begun = known.kind === 'shipment' ? resumed(known, order) : opened(order, context);
  if (!begun.ok) return begun;
  const draft = shipmentIn(applyTo(processState, begun.streams), order.shipmentId);
  if (draft.kind === 'none') return reject('not_found');
  const blocking = looseBlocks(draft, order, processState);
  if (blocking.length > 0) return cannotSend(blocking, processState.items);
  return packedAndSent(order, begun.streams, processState, context);
}

/** Sent before, here, for this factory and with these pieces: the call was repeated. */
function isSame(shipment: Shipment, { origin, factory, items }: TransferOrder): boolean {
  if (shipment.stage === 'cancelled' || shipment.orderType !== 3) return false;
  if (shipment.origin !== origin || shipment.destination !== factory) return false;
  const wanted = new Set(items.map(({ itemId }) => itemId));
  return wanted.size === shipment.lines.length && shipment.lines.every(({ itemId }) => wanted.has(itemId));
}

/** A draft of this number may have been begun and signed before; it holds nothing that is not asked for. */
function resumed(shipment: Shipment, { origin, items }: TransferOrder): Steps {
  const wanted = new Set(items.map(({ itemId }) => itemId));
  const isOurs = shipment.origin === origin && shipment.orderType === 3;
  const isCovered = shipment.lines.every(({ itemId }) => wanted.has(itemId));
  return isOurs && isCovered ? { ok: true, streams: [] } : reject('tracking_used');
}

function opened(order: TransferOrder, context: CommandContext): Steps {
  const { shipmentId, trackingNumber, origin, factory } = order;
  const head = { shipmentId, trackingNumber, orderType: 3, origin, destination: factory } as const;
  const carrier = order.outside.carrier ?? null;
  const command = { type: 'OpenShipment', ...head, carrier, trackingUsed: false } as const;
  const decision = decideShipment(command, { kind: 'none' }, context);
  return decision.ok ? { ok: true, streams: [toShipment(shipmentId, decision.events)] } : decision;
}

/** Everything that keeps pieces out, of all of them at once. */
function looseBlocks(
  shipment: Shipment,
  order: TransferOrder,
  processState: ProcessState,
): readonly Blocking[] {
  return order.items.flatMap(({ itemId }) => {
    const item = itemIn(processState, itemId);
    if (item.kind === 'none') return [{ code: 'not_found', itemId }];
    const isInside = lineOf(shipment, itemId) !== undefined;
    const codes: RejectionCode[] = [...fitBlocks(shipment, item)];
    if (!isInside && item.legs.current !== null) codes.push('item_bound_elsewhere');
    if (order.fromBasket && transferOf(item).to !== order.factory) codes.push('not_in_basket');
    return codes.map((code): Blocking => ({ code, itemId }));
  });
}

function packedAndSent(
  order: TransferOrder,
  begun: readonly ProcessStream[],
  processState: ProcessState,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  const { shipmentId, factory, outside } = order;
  const steps: readonly ((now: ProcessState) => StreamsDecision<ProcessEvent>)[] = [
    (now) => bindItems(shipmentIn(now, shipmentId), order.items, now, context),
    (now) => signed(order, now, context),
    (now) => {
      const sending = { trackingUsed: false, destination: factory, ...outside };
      return sendPackage(shipmentIn(now, shipmentId), sending, now, context);
    },
  ];
  let taken = begun;
  for (const step of steps) {
    const decision = step(applyTo(processState, taken));
    if (!decision.ok) return decision;
    taken = [...taken, ...processStreamsOf(decision.streams)];
  }
  return acceptStreams<ProcessEvent>(mergeStreams<ProcessEvent>(taken));
}

function signed(
  { shipmentId, signature }: TransferOrder,
  processState: ProcessState,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  const shipment = shipmentIn(processState, shipmentId);
  if (signature === null || shipment.kind === 'none') return acceptStreams<ProcessEvent>([]);
  const decision = decideShipment({ type: 'SignShipment', signature }, shipment, context);
  return decision.ok ? acceptStreams<ProcessEvent>([toShipment(shipmentId, decision.events)]) : decision;
}
