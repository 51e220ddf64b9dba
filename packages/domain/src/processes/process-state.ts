import type { ClearingEvent } from '../clearing/events.ts';
import { type StreamEvents, fold } from '../decider.ts';
import { itemStream, shipmentStream, type ItemId, type ShipmentId } from '../kernel.ts';
import { isItemEvent, isShipmentEvent } from '../personal-data.ts';
import type { ItemEvent } from '../repair/item/events.ts';
import { evolveItem } from '../repair/evolve.ts';
import { initialItem, type Item, type ItemState } from '../repair/item/item.ts';
import type { Rejection } from '../rejection.ts';
import type { RmaEvent } from '../deposit/events.ts';
import type { ShipmentEvent } from '../shipping/events.ts';
import { evolveShipment, initialShipment, type ShipmentState } from '../shipping/shipment.ts';

/**
 * Decisions over several streams: an item and the package it is in, an item and the one that replaces it. They stand
 * beside the slices, so that neither imports the other, and answer the events of every stream at once.
 */
export type ProcessEvent = ItemEvent | ShipmentEvent | RmaEvent | ClearingEvent;

/** The states that a decision over several streams works on. */
export interface ProcessState {
  readonly items: ReadonlyMap<ItemId, ItemState>;
  readonly shipments: ReadonlyMap<ShipmentId, ShipmentState>;
}

/**
 * A decision needs streams that were not read for it: a piece lies in a package, a package holds pieces. They are to be
 * read as well and the decision made again, so that it never takes what it was not given for something that is not there.
 */
export class StreamsNotRead extends Error {
  readonly streamIds: readonly string[];
  constructor(streamIds: readonly string[]) {
    super(`not read: ${streamIds.join(', ')}`);
    this.name = 'StreamsNotRead';
    this.streamIds = streamIds;
  }
}

/** Throws `StreamsNotRead` when the item is not in the process state. */
export function itemIn({ items }: ProcessState, id: ItemId): ItemState {
  const item = items.get(id);
  if (item === undefined) throw new StreamsNotRead([itemStream(id)]);
  return item;
}

/** Throws `StreamsNotRead` unless all of these items are in the process state. */
export function requireItems({ items }: ProcessState, ids: readonly ItemId[]): void {
  const missing = ids.filter((id) => !items.has(id));
  if (missing.length > 0) throw new StreamsNotRead(missing.map(itemStream));
}

/** Without an id there is none. Throws `StreamsNotRead` when the package is not in the process state. */
export function shipmentIn({ shipments }: ProcessState, id: ShipmentId | null | undefined): ShipmentState {
  if (id === null || id === undefined) return initialShipment;
  const shipment = shipments.get(id);
  if (shipment === undefined) throw new StreamsNotRead([shipmentStream(id)]);
  return shipment;
}

export type ProcessStream =
  | {
      readonly streamId: string;
      readonly kind: 'item';
      readonly id: ItemId;
      readonly events: readonly ItemEvent[];
    }
  | {
      readonly streamId: string;
      readonly kind: 'shipment';
      readonly id: ShipmentId;
      readonly events: readonly ShipmentEvent[];
    };

/** One step of a decision over several streams, before the streams are merged. */
export type Steps =
  | { readonly ok: true; readonly streams: readonly ProcessStream[] }
  | { readonly ok: false; readonly rejection: Rejection };

export function toItem(id: ItemId, events: readonly ItemEvent[]): ProcessStream {
  return { streamId: itemStream(id), kind: 'item', id, events };
}

export function toShipment(id: ShipmentId, events: readonly ShipmentEvent[]): ProcessStream {
  return { streamId: shipmentStream(id), kind: 'shipment', id, events };
}

/** A decision's events with the kind of their stream, so that a later step can be decided on them. */
export function processStreamsOf(streams: readonly StreamEvents<ProcessEvent>[]): readonly ProcessStream[] {
  return streams.flatMap(({ streamId, events }) => {
    const id = Number(streamId.slice(streamId.lastIndexOf('-') + 1));
    if (streamId.startsWith('item-')) return toItem(id, events.filter(isItemEvent));
    return streamId.startsWith('shipment-') ? toShipment(id, events.filter(isShipmentEvent)) : [];
  });
}

/** The states after these events: what the next step of the same command decides on. */
export function applyTo(processState: ProcessState, streams: readonly ProcessStream[]): ProcessState {
  const items = new Map(processState.items);
  const shipments = new Map(processState.shipments);
  for (const stream of streams) {
    if (stream.kind === 'item') {
      items.set(stream.id, fold(evolveItem, items.get(stream.id) ?? initialItem, stream.events));
    } else {
      shipments.set(
        stream.id,
        fold(evolveShipment, shipments.get(stream.id) ?? initialShipment, stream.events),
      );
    }
  }
  return { items, shipments };
}

/** One entry per stream, events in the order they were decided; streams without events are left out. */
export function mergeStreams<Event>(streams: readonly StreamEvents<Event>[]): readonly StreamEvents<Event>[] {
  const merged = new Map<string, readonly Event[]>();
  for (const { streamId, events } of streams) {
    merged.set(streamId, [...(merged.get(streamId) ?? []), ...events]);
  }
  return [...merged].flatMap(([streamId, events]) => (events.length === 0 ? [] : [{ streamId, events }]));
}

/** The item after the given events, for a decision in several steps. */
export function itemAfter(item: Item, events: readonly ItemEvent[]): Item {
  const next = fold(evolveItem, item as ItemState, events);
  return next.kind === 'none' ? item : next;
}
