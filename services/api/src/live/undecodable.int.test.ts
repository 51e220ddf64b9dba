import { inlineRowOf } from '@atelier/application/aggregates.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { createRegistry } from '@atelier/event-store/registry/registry.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import { META } from '@atelier/application/projections/testing-histories.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openApiWorld, signInAs, type ApiNode, type ApiWorld } from '../testing/testing-api.ts';
import { depositAt, happen, statusChanged, type TestItem } from './testing-items.ts';
import { openScreen, type Screen } from './testing-screen.ts';

let api: ApiWorld;
/** Runs on while a newer release begins to write. */
let node: ApiNode;
let newer: EventStore;
let paris: string;
let topic: string;
const screens: Screen[] = [];

beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node({ live: true });
  paris = await signInAs(node.app, 'paris');
  topic = `store:${api.sites.get('PAR') ?? 0}`;
  const registry = createRegistry({ ...EVENT_REGISTRY.types, ItemPolished: {} }, EVENT_REGISTRY.personal);
  newer = await openStore({ pool: api.world.pool, masterKey: TEST_KEY, registry });
});
afterEach(() => screens.splice(0).forEach((screen) => screen.socket.terminate()));
afterAll(async () => {
  await newer.close();
  await api.close();
});

async function open(): Promise<Screen> {
  const screen = await openScreen(node.app, paris, [topic]);
  screens.push(screen);
  await screen.frame('subscribed');
  return screen;
}

const deposit = (): Promise<TestItem> => depositAt(api.world, api.sites.get('PAR') ?? 0);

/** What this release has no word for, with the row as the newer one writes it. Answers the item's version. */
async function polish(item: TestItem, times = 1): Promise<number> {
  const streamId = `item-${item.id}`;
  const { version, events } = await newer.readStream(streamId);
  const row = inlineRowOf(streamId, events);
  const polished = Array.from({ length: times }, () => ({ type: 'ItemPolished', data: {} }));
  await newer.append({
    streams: [{ streamId, expectedVersion: version, events: polished, ...(row && { row }) }],
    metadata: META,
  });
  return version + times;
}

describe('an event that this node cannot decode', () => {
  it('sends the row of its item as it is, and the screens go on', async () => {
    const [bad, good] = [await deposit(), await deposit()];
    const screen = await open();
    const polished = await polish(bad);
    expect(await screen.rowOf(topic, bad.id, polished)).toMatchObject({ id: bad.id, version: polished });
    const { version } = await happen(api.world, good, statusChanged(1, 2));
    expect(await screen.rowOf(topic, good.id, version)).toMatchObject({ rma_status_id: 2 });
    expect(screen.frames.some((frame) => frame.type === 'resync')).toBe(false);
  });

  it('makes screens read again when two in a row leave open where the item stood', async () => {
    const item = await deposit();
    const screen = await open();
    await polish(item, 2);
    expect(await screen.frame('resync')).toMatchObject({ topics: [topic] });
    const good = await deposit();
    expect(await screen.rowOf(topic, good.id)).toMatchObject({ rma_status_id: 1 });
  });
});
