import type { ClearingEvent } from '../clearing/events.ts';
import type { StreamEvents } from '../decider.ts';
import { fold } from '../decider.ts';
import { itemStream, shipmentStream } from '../kernel.ts';
import type { ItemId, ShipmentId } from '../kernel.ts';
import type { ItemEvent } from '../repair/events.ts';
import { evolveItem } from '../repair/evolve.ts';
import { initialItem } from '../repair/item.ts';
import type { Item, ItemState } from '../repair/item.ts';
import type { Rejection } from '../rejection.ts';
import type { RmaEvent } from '../rma/events.ts';
import type { ShipmentEvent } from '../shipping/events.ts';
import { evolveShipment, initialShipment } from '../shipping/shipment.ts';
import type { ShipmentState } from '../shipping/shipment.ts';

/**
 * Decisions that cross streams: a jewel and the package it is in, a jewel and the one that replaces it. They stand
 * beside the slices, so that neither imports the other, and answer the events of every stream at once.
 */
export type JourneyEvent = ItemEvent | ShipmentEvent | RmaEvent | ClearingEvent;

/** The states a decision was given to work on. What is not in the maps does not exist for it. */
export interface Journey {
  readonly items: ReadonlyMap<ItemId, ItemState>;
  readonly shipments: ReadonlyMap<ShipmentId, ShipmentState>;
}

export function itemIn(journey: Journey, id: ItemId): ItemState {
  return journey.items.get(id) ?? initialItem;
}

export function shipmentIn(journey: Journey, id: ShipmentId | null | undefined): ShipmentState {
  return (id === null || id === undefined ? undefined : journey.shipments.get(id)) ?? initialShipment;
}

export type JourneyStream =
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
  | { readonly ok: true; readonly streams: readonly JourneyStream[] }
  | { readonly ok: false; readonly rejection: Rejection };

export function toItem(id: ItemId, events: readonly ItemEvent[]): JourneyStream {
  return { streamId: itemStream(id), kind: 'item', id, events };
}

export function toShipment(id: ShipmentId, events: readonly ShipmentEvent[]): JourneyStream {
  return { streamId: shipmentStream(id), kind: 'shipment', id, events };
}

/** The journey after these events: what the next step of the same command decides on. */
export function applyTo(journey: Journey, streams: readonly JourneyStream[]): Journey {
  const items = new Map(journey.items);
  const shipments = new Map(journey.shipments);
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

/** The item after events of its own, for a decision in several steps. */
export function itemAfter(item: Item, events: readonly ItemEvent[]): Item {
  const next = fold(evolveItem, item as ItemState, events);
  return next.kind === 'none' ? item : next;
}
