import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashboardProjection } from '../dashboard/dashboard.projection.ts';
import type { NewEvent } from '@atelier/event-store/types.ts';
import { catchUp } from '@atelier/event-store/projections/catch-up.ts';
import { projectionHealth } from './health.ts';
import { releaseStream } from '@atelier/event-store/projections/parked.ts';
import type { Projection } from './projection.ts';
import { openWorld, type World } from './testing.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import { META, randomStories, writeStories } from './testing-histories.ts';

let world: World;
let nextId = 50_000;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const at = '2026-09-01T00:00:00.000Z';
const move = (from: number, to: number, enteredAt = at): NewEvent => ({
  type: 'ItemStatusChanged',
  data: {
    from,
    to,
    move: 'forward',
    reason: null,
    enteredAt,
    at,
    by: { userId: 7, workerId: null },
    siteId: null,
    runId: null,
  },
});

const append = (streamId: string, expectedVersion: number, ...events: readonly NewEvent[]) =>
  world.store.append({ streams: [{ streamId, expectedVersion, events }], metadata: META });

const settle = () => world.settle([dashboardProjection]);

/** An item at version 2 whose second event cannot be folded; its stream is parked. */
async function parkedItem(): Promise<{ readonly itemId: number; readonly streamId: string }> {
  nextId += 1_000;
  const [story] = randomStories({ seed: 8, deposits: 1, steps: 0, firstId: nextId });
  if (story === undefined) throw new Error('no story');
  await writeStories(world.store, [story]);
  const streamId = `item-${story.itemId}`;
  await append(streamId, 1, move(1, 2, 'not a time'));
  await settle();
  expect(await parkedOf(streamId)).toHaveLength(1);
  return { itemId: story.itemId, streamId };
}

/** The program after it was mended: it knows when the move was. */
const mended: Projection = {
  ...dashboardProjection,
  begin: async (trx, events) => {
    const folding = await dashboardProjection.begin(trx, events);
    return {
      ...folding,
      apply: (event) => folding.apply({ ...event, data: { ...event.data, enteredAt: at } }),
    };
  },
};

async function parkedOf(streamId: string): Promise<readonly number[]> {
  const rows = await world.projector
    .selectFrom('parked_events')
    .select('position')
    .where('projection', '=', 'dashboard')
    .where('stream_id', '=', streamId)
    .orderBy('position')
    .execute();
  return rows.map(({ position }) => position);
}

const statusOf = async (itemId: number) =>
  (
    await world.projector
      .selectFrom('item_census')
      .select('status')
      .where('item_id', '=', itemId)
      .executeTakeFirst()
  )?.status;

const parkedInHealth = async () =>
  (await projectionHealth(world.projector, world.store)).find(({ name }) => name === 'dashboard')?.parked;

/** Until a session waits for a lock that another one holds. */
async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await world.projectorPool.query(
      `select from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`,
    );
    if (rows.length > 0) return;
    await sleep(5);
  }
}

describe('releasing a parked stream', () => {
  it('loses no event that the runner parks while the stream is being read', async () => {
    const { itemId, streamId } = await parkedItem();
    let runner: Promise<unknown> = Promise.resolve();
    const readThenPark = async () => {
      const history = await world.store.readStream(streamId);
      await append(streamId, 2, move(2, 3));
      // A single move of the horizon stays behind the append while another session is moving it.
      await settleHorizon(world.pool, world.store);
      runner = catchUp(world.readModels, world.store, mended);
      await Promise.race([runner, untilSomebodyWaits()]);
      return history;
    };
    await releaseStream(world.readModels, mended, streamId, readThenPark);
    await runner;
    expect(await parkedOf(streamId)).toEqual([]);
    expect(await statusOf(itemId)).toBe(3);
    expect(await parkedInHealth()).toBe(0);
  });

  it('throws and changes nothing when its history lacks a parked event', async () => {
    const { itemId, streamId } = await parkedItem();
    const before = await parkedOf(streamId);
    const readShort = async () => {
      const { events } = await world.store.readStream(streamId);
      return { events: events.slice(0, -1) };
    };
    await expect(releaseStream(world.readModels, mended, streamId, readShort)).rejects.toThrow(
      `position ${before[0]} `,
    );
    expect(await parkedOf(streamId)).toEqual(before);
    expect(await statusOf(itemId)).toBe(1);
    expect(await parkedInHealth()).toBe(1);
    expect(await releaseStream(world.readModels, mended, streamId, world.store.readStream)).toBe(1);
    expect(await statusOf(itemId)).toBe(2);
  });
});
