import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiWorld, type ApiWorld } from '../testing/testing-api.ts';
import { ChangeReader } from './change-set.ts';
import { liveSources } from '../live-sources.ts';
import { custodyMoved, depositAt, happen, statusChanged } from './testing-items.ts';

let api: ApiWorld;
beforeAll(async () => {
  api = await openApiWorld();
});
afterAll(() => api.close());

const site = (code: string): number => api.sites.get(code) ?? 0;

/** Rows are read as they are, which may be further on than the events read so far. */
describe('a change', () => {
  it('says "removed" also when the row was read ahead of the log', async () => {
    const item = await depositAt(api.world, site('PAR'));
    await happen(api.world, item, statusChanged(1, 4), custodyMoved(site('PAR'), site('FSZ')));
    await happen(api.world, item, custodyMoved(site('FSZ'), site('WHS')));
    const { events } = await api.world.store.readStream(`item-${item.id}`);
    const reader = new ChangeReader(liveSources(api.world, () => DEFAULT_POLICY).rows);
    // When the first batch is read the row stands at the warehouse already.
    await reader.read(events.slice(0, -1), () => true);
    const { topics } = await reader.read(events.slice(-1), () => true);
    const [changed] = topics.get(`item:${item.id}`)?.rows ?? [];
    expect(changed?.row.item.place.sites).not.toContain(site('FSZ'));
    expect(changed?.passed.sites).toContain(site('FSZ'));
  });

  it.each([
    ['a node that has just started', 0],
    ['one that knows it', 1],
  ])('of a stage an item only passed is left, though its row is further on: %s', async (_, known) => {
    const factory = site('FSZ');
    const item = await depositAt(api.world, site('PAR'));
    await happen(api.world, item, statusChanged(1, 6), custodyMoved(site('PAR'), factory));
    const reader = new ChangeReader(liveSources(api.world, () => DEFAULT_POLICY).rows);
    const { store } = api.world;
    const seen = (await store.readStream(`item-${item.id}`)).events;
    if (known === 1) await reader.read(seen, () => true);
    await happen(api.world, item, statusChanged(6, 5));
    await happen(api.world, item, statusChanged(5, 7));
    await happen(api.world, item, statusChanged(7, 4));
    await happen(api.world, item, custodyMoved(factory, site('WHS')));
    const { events } = await store.readStream(`item-${item.id}`);
    const left = new Set<string>();
    // One event at a time, the row already at its end: whatever a screen was shown on the way must go.
    for (const event of events.slice(seen.length)) {
      const { topics } = await reader.read([event], () => true);
      for (const [topic, change] of topics) if (change.left.length > 0) left.add(topic);
    }
    expect([...left]).toEqual(
      expect.arrayContaining([6, 5, 7, 4].map((status) => `stage:${factory}:${status}`)),
    );
  });
});

/** Every screen waits for these readings: one round trip for what screens show, two where the row may not be needed. */
describe('the row of a changed item', () => {
  it('is read at once where screens show the item, also where it has moved out of their sight', async () => {
    const { world } = api;
    const { rows } = liveSources(world, () => DEFAULT_POLICY);
    const asked: string[] = [];
    const note = (what: string, ids: readonly number[]) => ids.length > 0 && asked.push(what);
    const reader = new ChangeReader({
      ...rows,
      places: (ids) => (note('places', ids), rows.places(ids)),
      items: (ids) => (note('items', ids), rows.items(ids)),
    });
    const item = await depositAt(world, site('PAR'));
    const isShown = (topic: string) => topic === `stage:${site('FSZ')}:6`;
    const read = async () => {
      asked.length = 0;
      const { events } = await world.store.readStream(`item-${item.id}`);
      return reader.read(events.slice(-1), isShown);
    };
    await read();
    expect(asked).toEqual(['places']);
    await happen(world, item, statusChanged(1, 6), custodyMoved(site('PAR'), site('FSZ')));
    await read();
    expect(asked).toEqual(['places', 'items']);
    await happen(world, item, statusChanged(6, 5));
    const { topics } = await read();
    expect(asked).toEqual(['items']);
    expect(topics.get(`stage:${site('FSZ')}:6`)?.left).toMatchObject([{ id: item.id }]);
    await read();
    expect(asked).toEqual(['places']);
  });
});

/** A replay reads beside the log; what it read must not hide a change that was read meanwhile. */
describe('rows read for a replay', () => {
  it.each([
    ['a screen subscribes to', true],
    ['nobody subscribes to', false],
  ])('slowly do not replace a newer row that %s', async (_what, isHeard) => {
    const { world } = api;
    const { rows } = liveSources(world, () => DEFAULT_POLICY);
    const item = await depositAt(world, site('PAR'));
    const gate = Promise.withResolvers<void>();
    let reads = 0;
    const reader = new ChangeReader({
      ...rows,
      items: async (ids) => {
        const read = await rows.items(ids);
        reads += 1;
        if (reads === 1) await gate.promise;
        return read;
      },
    });
    const slow = reader.currentRows([item.id]);
    await expect.poll(() => reads).toBe(1);
    const { version } = await happen(world, item, statusChanged(1, 2));
    const { events } = await world.store.readStream(`item-${item.id}`);
    await reader.read(events.slice(-1), () => isHeard);
    gate.resolve();
    await slow;
    const [next] = await reader.currentRows([item.id]);
    expect(next?.item.version).toBe(version);
  });
});
