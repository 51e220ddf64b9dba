import { acceptStreams, reject, type Decision, type StreamEvents, type StreamsDecision } from '../decider.ts';
import type { Actor, ItemId, Money } from '../kernel.ts';
import { actorOf, custodyPasses, freeText, statusChanged } from '../repair/item/build.ts';
import type { CommandContext } from '../repair/item/commands.ts';
import type { ItemEvent } from '../repair/item/events.ts';
import { firstRefusal, refuse } from '../repair/holds/guards.ts';
import { decideMarkFound, decideMarkMissing } from '../repair/holds/hold-decisions.ts';
import type { Item } from '../repair/item/item.ts';
import { isOpen, shipmentStamp } from '../shipping/decide.ts';
import type { ShipmentEvent } from '../shipping/events.ts';
import { isTravelling } from '../shipping/shipment.ts';
import {
  itemIn,
  mergeStreams,
  shipmentIn,
  toItem,
  toShipment,
  type ProcessState,
  type ProcessEvent,
  type ProcessStream,
} from './process-state.ts';
import { unbindStreams } from './packing.ts';
import { Status } from '../shared/status.ts';

/** Flags a jewel as missing: everything stops. One in a package stays in transit, flagged there too (product/shipping.md §7). */
export function markMissing(
  itemId: ItemId,
  processState: ProcessState,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  return flag(itemId, 'ShipmentItemMissing', decideMarkMissing, processState, context);
}

/**
 * The pieces that did not come out of a package, flagged together: all or none. What is flagged already stays as it is,
 * so that two people who complete the same package at once do not refuse each other.
 */
export function markAllMissing(
  itemIds: readonly ItemId[],
  processState: ProcessState,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  const fresh = itemIds.filter((itemId) => !isMissing(processState, itemId));
  return together(fresh, (itemId) => markMissing(itemId, processState, context));
}

/** Those of them that are missing are found; none of them missing is a mistake. */
export function markAllFound(
  itemIds: readonly ItemId[],
  processState: ProcessState,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  const missing = itemIds.filter((itemId) => isMissing(processState, itemId));
  if (missing.length === 0) return reject('not_missing');
  return together(missing, (itemId) => markFound(itemId, processState, context));
}

function isMissing(processState: ProcessState, itemId: ItemId): boolean {
  const item = itemIn(processState, itemId);
  return item.kind === 'item' && item.holds.includes('missing');
}

function together(
  itemIds: readonly ItemId[],
  decide: (itemId: ItemId) => StreamsDecision<ProcessEvent>,
): StreamsDecision<ProcessEvent> {
  const streams: StreamEvents<ProcessEvent>[] = [];
  for (const itemId of new Set(itemIds)) {
    const decision = decide(itemId);
    if (!decision.ok) return decision;
    streams.push(...decision.streams);
  }
  return { ok: true, streams: mergeStreams<ProcessEvent>(streams) };
}

/** Found again: the flag goes, and the jewel goes on from where it stood. */
export function markFound(
  itemId: ItemId,
  processState: ProcessState,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  return flag(itemId, 'ShipmentItemFound', decideMarkFound, processState, context);
}

function flag(
  itemId: ItemId,
  type: 'ShipmentItemMissing' | 'ShipmentItemFound',
  decide: (item: Item, context: CommandContext) => Decision<ItemEvent>,
  processState: ProcessState,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  const item = itemIn(processState, itemId);
  if (item.kind === 'none') return reject('not_found', { item_id: itemId });
  const decision = decide(item, context);
  if (!decision.ok) return decision;
  const own = toItem(itemId, decision.events);
  if (item.custody.kind !== 'shipment') return acceptStreams<ProcessEvent>([own]);
  const shipment = shipmentIn(processState, item.custody.shipmentId);
  if (shipment.kind === 'none') return reject('not_found', { shipment_id: item.custody.shipmentId });
  const line: ShipmentEvent = { type, data: { itemId, ...shipmentStamp(context) } };
  return acceptStreams<ProcessEvent>([own, toShipment(shipment.id, [line])]);
}

export interface Settlement {
  readonly settlement: Money;
  readonly reference: string;
  /** Who approved it; never the system. */
  readonly approvedBy: Actor;
}

/**
 * A missing jewel is declared lost and settled with the customer, with approval: closed, custody ends as settled, its
 * package no longer waits for it (product/shipping.md §8). A dispute stops it.
 */
export function settleLost(
  itemId: ItemId,
  { settlement, reference, approvedBy }: Settlement,
  processState: ProcessState,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  const item = itemIn(processState, itemId);
  if (item.kind === 'none') return reject('not_found', { item_id: itemId });
  const refusal = firstRefusal(
    () => (item.holds.includes('missing') ? null : refuse('not_missing')),
    () => (item.holds.includes('dispute') ? refuse('held_dispute') : null),
    () => (approvedBy.userId === null ? refuse('approval_required') : null),
    () => (reference.trim() === '' ? refuse('text_required', { field: 'reference' }) : null),
    () =>
      Number.isSafeInteger(settlement.amount) && settlement.amount >= 0 ? null : refuse('amount_invalid'),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  const shipped = leavePackage(item, processState, context);
  if (!shipped.ok) return shipped;
  const data = {
    settlement,
    ...freeText(item, { reference }),
    approvedBy: actorOf({ ...approvedBy, siteId: null }),
    at: context.now,
  };
  return acceptStreams<ProcessEvent>([
    ...shipped.streams.filter((stream) => stream.kind === 'shipment'),
    toItem(itemId, [
      ...shipped.streams.flatMap((stream) => (stream.kind === 'item' ? stream.events : [])),
      { type: 'ItemDeclaredLost', data },
      ...closed(item, context),
      ...custodyPasses(item, { kind: 'settled' }, context.now),
    ]),
  ]);
}

/** A cancelled item stays cancelled and a closed one closed: there only custody ends. */
function closed(item: Item, context: CommandContext): readonly ItemEvent[] {
  const ended = item.status === Status.Cancelled || item.status === Status.Closed;
  return ended ? [] : [statusChanged(item, Status.Closed, { move: 'settlement' }, context)];
}

type Left = { readonly ok: true; readonly streams: readonly ProcessStream[] } | ReturnType<typeof reject>;

function leavePackage(item: Item, processState: ProcessState, context: CommandContext): Left {
  if (item.legs.current === null) return { ok: true, streams: [] };
  const shipment = shipmentIn(processState, item.legs.current.shipmentId);
  if (shipment.kind === 'none') return reject('not_found', { shipment_id: item.legs.current.shipmentId });
  if (isOpen(shipment)) return { ok: true, streams: unbindStreams(shipment, item.id, context) };
  if (!isTravelling(shipment, item.id)) return { ok: true, streams: [] };
  const off: ShipmentEvent = { type: 'ShipmentItemWrittenOff', data: { itemId: item.id, at: context.now } };
  return { ok: true, streams: [toShipment(shipment.id, [off])] };
}
