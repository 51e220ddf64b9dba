import { inlineRowOf } from '@atelier/application/aggregates.ts';
import type { DomainEvent } from '@atelier/event-store/types.ts';
import { META, randomStories } from '@atelier/application/projections/testing-histories.ts';
import type { World } from '@atelier/application/projections/testing.ts';
import type { ItemEvent } from '@atelier/domain/repair/item/events.ts';
import type { StatusId } from '@atelier/domain/shared/status.ts';

const by = { userId: 7, workerId: null };
let nextSeed = 1;

/** A deposited item of a store, at status 1. */
export interface TestItem {
  readonly id: number;
  readonly rmaId: number;
  readonly storeId: number;
  /** Where the log had the last event of its deposit. */
  readonly position: number;
}

/** Deposits one item at a store. */
export async function depositAt(world: World, storeId: number): Promise<TestItem> {
  const [first = 0] = await world.store.nextIds(2);
  const [story] = randomStories({
    seed: nextSeed++,
    deposits: 1,
    steps: 0,
    stores: [storeId],
    firstId: first,
  });
  if (story === undefined) throw new Error('no story was given');
  await write(world, `rma-${story.rmaId}`, story.rma);
  const { position } = await write(world, `item-${story.itemId}`, story.item);
  return { id: story.itemId, rmaId: story.rmaId, storeId, position };
}

/** Appends to an item's stream as the log would hold it; answers its version and position afterwards. */
export function happen(
  world: World,
  item: Pick<TestItem, 'id'>,
  ...events: readonly ItemEvent[]
): Promise<Written> {
  return write(world, `item-${item.id}`, events);
}

export interface Written {
  readonly version: number;
  readonly position: number;
  /** The inline row as it was written. */
  readonly row: Readonly<Record<string, unknown>>;
}

async function write(world: World, streamId: string, events: readonly DomainEvent[]): Promise<Written> {
  const before = await world.store.readStream(streamId);
  const row = inlineRowOf(streamId, [...before.events, ...events]);
  const written = await world.store.append({
    streams: [{ streamId, expectedVersion: before.version, events, ...(row && { row }) }],
    metadata: META,
  });
  return { version: written.versions[streamId] ?? 0, position: written.position, row: row?.values ?? {} };
}

export function statusChanged(from: StatusId, to: StatusId): ItemEvent {
  const at = new Date().toISOString();
  return {
    type: 'ItemStatusChanged',
    data: { from, to, move: 'forward', reason: null, enteredAt: at, at, by, siteId: null, runId: null },
  };
}

export function custodyMoved(from: number, to: number): ItemEvent {
  const at = new Date().toISOString();
  return {
    type: 'CustodyTransferred',
    data: { from: { kind: 'site', siteId: from }, to: { kind: 'site', siteId: to }, at },
  };
}

export function scanned(target: StatusId, siteId: number): ItemEvent {
  const at = new Date().toISOString();
  return {
    type: 'ItemScanned',
    data: { target, verdict: 'accepted', trackingNumber: null, siteId, at, by },
  };
}
