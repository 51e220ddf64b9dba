import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '@atelier/event-store/pool.ts';
import { dashboardProjection } from '../dashboard/dashboard.projection.ts';
import { EVENT_REGISTRY } from '../event-registry.ts';
import { UndecodableHistory } from '@atelier/event-store/errors.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { createRegistry } from '@atelier/event-store/registry/registry.ts';
import type { EventStore, NewEvent } from '@atelier/event-store/types.ts';
import { PoisonEvent } from '@atelier/event-store/projections/failures.ts';
import { projectionHealth } from './health.ts';
import { releaseStream } from '@atelier/event-store/projections/parked.ts';
import { dropRebuild } from '@atelier/event-store/testing/drop-rebuild.ts';
import { rebuild } from '../read-models/rebuild.ts';
import { startProjections } from '@atelier/event-store/projections/run.ts';
import { TEST_KEY, openWorld, type World } from './testing.ts';
import { META, randomStories, writeStories } from './testing-histories.ts';
import { waitForProjections } from '@atelier/event-store/projections/wait.ts';
import type { Stoppable } from '@atelier/postgres/until-stopped.ts';

let world: World;
/** A release with a mistake: its upcaster throws for a move that was made in a run. */
let mistaken: EventStore;
const running: Stoppable[] = [];
let nextId = 60_000;

const at = '2026-09-01T00:00:00.000Z';
const move = (from: number, to: number, runId: number | null = null): NewEvent => ({
  type: 'ItemStatusChanged',
  data: {
    from,
    to,
    move: 'forward',
    reason: null,
    enteredAt: at,
    at,
    by: { userId: 7, workerId: null },
    siteId: null,
    runId,
  },
});

beforeAll(async () => {
  world = await openWorld();
  const registry = createRegistry(
    {
      ...EVENT_REGISTRY.types,
      ItemStatusChanged: {
        schemaVersion: 2,
        upcast: {
          1: (data) => {
            if (data['runId'] !== null) throw new TypeError('runs are not expected');
            return data;
          },
        },
      },
    },
    EVENT_REGISTRY.personal,
  );
  mistaken = await openStore({ pool: world.pool, masterKey: TEST_KEY, registry });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
});
afterAll(async () => {
  await mistaken.close();
  await world.close();
});

const start = (store: EventStore, onParked = (_ids: readonly string[]): void => undefined): void => {
  running.push(
    startProjections({
      store,
      database: world.readModels,
      projections: [dashboardProjection],
      onParked: (parked) => onParked(parked.map(({ streamId }) => streamId)),
    }),
  );
};

const append = (streamId: string, expectedVersion: number, ...events: readonly NewEvent[]) =>
  world.store.append({ streams: [{ streamId, expectedVersion, events }], metadata: META });

/** Two deposits; the first one's item is moved by an event that the mistaken release cannot decode. */
async function write(): Promise<{ bad: number; good: number; position: number; poison: number }> {
  nextId += 1_000;
  const [bad, good] = randomStories({ seed: 8, deposits: 2, steps: 0, firstId: nextId });
  if (bad === undefined || good === undefined) throw new Error('no stories');
  await writeStories(world.store, [bad, good]);
  const { position: poison } = await append(`item-${bad.itemId}`, 1, move(1, 2, 12));
  await append(`item-${good.itemId}`, 1, move(1, 2));
  await append(`item-${bad.itemId}`, 2, move(2, 3));
  const { position } = await append(`item-${good.itemId}`, 2, move(2, 4));
  return { bad: bad.itemId, good: good.itemId, position, poison };
}

const statusOf = async (itemId: number) =>
  (
    await world.projector
      .selectFrom('item_census')
      .select('status')
      .where('item_id', '=', itemId)
      .executeTakeFirst()
  )?.status;

const parkedOf = (itemId: number) =>
  world.projector
    .selectFrom('parked_events')
    .select(['position', 'error', 'undecodable'])
    .where('stream_id', '=', `item-${itemId}`)
    .orderBy('position')
    .execute();

const parkedInHealth = async () =>
  (await projectionHealth(world.projector, world.store)).find(({ name }) => name === 'dashboard')?.parked;

const passed = (position: number) => waitForProjections(world.pool, ['dashboard'], position, 10_000);

describe('an event that a projection needs and cannot decode', () => {
  it('parks its stream, and only that one, and is counted in health', async () => {
    const parked: string[] = [];
    start(mistaken, (ids) => parked.push(...ids));
    const { bad, good, position, poison } = await write();
    expect(await passed(position)).toBe(true);
    expect(await statusOf(good)).toBe(4);
    expect(await statusOf(bad)).toBe(1);
    expect(await parkedOf(bad)).toMatchObject([
      { position: poison, error: 'cannot be decoded: runs are not expected', undecodable: true },
      { error: null, undecodable: false },
    ]);
    expect(new Set(parked)).toEqual(new Set([`item-${bad}`]));
    expect(await parkedInHealth()).toBe(2);

    const release = (store: EventStore) =>
      releaseStream(world.readModels, dashboardProjection, `item-${bad}`, (id) => store.readStream(id));
    await expect(release(mistaken)).rejects.toThrow(UndecodableHistory);
    expect(await parkedOf(bad)).toHaveLength(2);
    expect(await release(world.store)).toBe(2);
    expect(await statusOf(bad)).toBe(3);
    expect(await parkedInHealth()).toBe(0);
  });

  it('is folded by the next release that decodes it, without being asked', async () => {
    start(mistaken);
    const { bad, position } = await write();
    expect(await passed(position)).toBe(true);
    expect(await parkedInHealth()).toBe(2);
    await Promise.all(running.splice(0).map((each) => each.stop()));

    start(mistaken);
    const onwards = await append(`item-${bad}`, 3, move(3, 5));
    expect(await passed(onwards.position)).toBe(true);
    expect(await parkedInHealth()).toBe(3);
    await Promise.all(running.splice(0).map((each) => each.stop()));

    start(world.store);
    await expect.poll(parkedInHealth).toBe(0);
    expect(await statusOf(bad)).toBe(5);
  });

  it('stops a rebuild by log and one by stream, each naming its position', async () => {
    const { bad } = await write();
    const owner = createPool({ connectionString: world.database.connectionString, role: 'owner', max: 2 });
    const [first] = (await world.store.readLog({ after: 0, limit: 10_000 })).events.flatMap((event) =>
      event.type === 'ItemStatusChanged' ? [event] : [],
    );
    for (const name of ['dashboard', 'item_row']) {
      const tools = { owner, projector: world.readModels, store: mistaken };
      const failure = await rebuild(tools, name).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(PoisonEvent);
      expect(failure).toMatchObject({ position: first?.position, message: expect.stringContaining('runs') });
      await dropRebuild(world.projectorPool, name);
    }
    await owner.end();
    expect(bad).toBeGreaterThan(0);
  });
});

it('an event of a type that a projection does not name never stops it, however new', async () => {
  const registry = createRegistry({ ...EVENT_REGISTRY.types, ItemPolished: {} }, EVENT_REGISTRY.personal);
  const newer = await openStore({ pool: world.pool, masterKey: TEST_KEY, registry });
  start(world.store);
  const { good } = await write();
  const polished: NewEvent = { type: 'ItemPolished', data: {} };
  await newer.append({
    streams: [{ streamId: `item-${good}`, expectedVersion: 3, events: [polished, move(4, 5)] }],
    metadata: META,
  });
  await expect.poll(() => statusOf(good)).toBe(5);
  expect(await parkedOf(good)).toEqual([]);
  await newer.close();
});
