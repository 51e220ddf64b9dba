import type { ShipmentEvent } from '@atelier/domain/shipping/events.ts';
import { shipmentStream } from '@atelier/domain/kernel.ts';
import { navStream, type NavEvent } from '@atelier/domain/nav/events.ts';
import { initialNavDocument, type NavDocument } from '@atelier/domain/nav/document.ts';
import { randomUUID } from 'node:crypto';
import { inlineRowOf, navAggregate } from '../aggregates.ts';
import type { DomainEvent, EventStore } from '@atelier/event-store/types.ts';

/** Sites of the demo's reference data. */
export const HKG = 8;
export const SHA = 6;
export const FACTORY = 31;

const by = { userId: 3100, workerId: null };

/** A package as a factory sent it, written straight into the log: how its pieces got there is another story. */
export async function sentFromFactory(
  store: EventStore,
  trackingNumber: string,
  { destination = HKG, at = new Date().toISOString() } = {},
): Promise<number> {
  const [id = 0, first = 0, second = 0] = await store.nextIds(3);
  const price = { amount: 1_250_000, currency: 'HKD' };
  await appendTo(store, shipmentStream(id), 0, [
    opened(id, trackingNumber, destination, at),
    { type: 'ShipmentItemBound', data: { itemId: first, sku: 'RING-1', price, at } },
    { type: 'ShipmentItemBound', data: { itemId: second, sku: 'NECK-2', price, at } },
    { type: 'ShipmentSealed', data: { sealNumber: 'S-1', grossWeightGrams: 120, at, by } },
    { type: 'ShipmentSent', data: { itemIds: [first, second], at, by } },
  ]);
  return id;
}

function opened(shipmentId: number, trackingNumber: string, destination: number, at: string): ShipmentEvent {
  const way = { orderType: 2, origin: FACTORY, destination, carrier: 'HKJ' } as const;
  return { type: 'ShipmentOpened', data: { shipmentId, trackingNumber, ...way, at, by } };
}

/** What else happens to it, at the end of its stream. */
export async function toPackage(store: EventStore, id: number, event: ShipmentEvent): Promise<void> {
  const stream = shipmentStream(id);
  const { version } = await store.readStream(stream);
  await appendTo(store, stream, version, [event]);
}

/** What a worker wrote before it died. */
export async function toDocument(store: EventStore, id: number, events: readonly NavEvent[]): Promise<void> {
  const stream = navStream(id);
  const { version } = await store.readStream(stream);
  await appendTo(store, stream, version, events);
}

async function appendTo(
  store: EventStore,
  streamId: string,
  expectedVersion: number,
  events: readonly DomainEvent[],
): Promise<void> {
  const before = expectedVersion === 0 ? [] : (await store.readStream(streamId)).events;
  const row = inlineRowOf(streamId, [...before, ...events]);
  await store.append({
    streams: [{ streamId, expectedVersion, events, ...(row && { row }) }],
    metadata: {
      actor: { id: 3100, kind: 'user' },
      commandId: randomUUID(),
      occurredAt: new Date().toISOString(),
    },
  });
}

/** The document as its stream has it; undefined when there is none. */
export async function documentOf(store: EventStore, id: number): Promise<NavDocument | undefined> {
  const { events } = await store.readStream(navStream(id));
  const state = events.length === 0 ? initialNavDocument : navAggregate.stateOf(events);
  return state.kind === 'none' ? undefined : state;
}
