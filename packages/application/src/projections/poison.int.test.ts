import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '@atelier/event-store/pool.ts';
import { dashboardProjection } from '../dashboard/dashboard.projection.ts';
import type { NewEvent } from '@atelier/event-store/types.ts';
import { PoisonEvent } from '@atelier/event-store/projections/failures.ts';
import { projectionHealth } from './health.ts';
import { releaseStream } from '@atelier/event-store/projections/parked.ts';
import type { Projection } from './projection.ts';
import { dropRebuild } from '@atelier/event-store/testing/drop-rebuild.ts';
import { rebuild } from '../read-models/rebuild.ts';
import type { World } from './testing.ts';
import { randomStories, writeStories } from './testing-histories.ts';
import { waitForProjections } from '@atelier/event-store/projections/wait.ts';
import { openRunner, type Runner } from './testing-runner.ts';

let runner: Runner;
let world: World;

beforeAll(async () => {
  runner = await openRunner();
  ({ world } = runner);
});
afterEach(() => runner.stop());
afterAll(() => world.close());

const start: Runner['start'] = (...options) => runner.start(...options);
const write: Runner['write'] = (...stories) => runner.write(...stories);

const append: Runner['append'] = (...events) => runner.append(...events);

describe('a poison event (product/reliability.md §15)', () => {
  const by = { userId: 7, workerId: null };
  const move = (data: object): NewEvent => ({
    type: 'ItemStatusChanged',
    data: {
      from: 1,
      to: 2,
      move: 'forward',
      reason: null,
      enteredAt: '2026-09-01T00:00:00.000Z',
      at: '2026-09-01T00:00:00.000Z',
      by,
      siteId: null,
      runId: null,
      ...data,
    },
  });
  const custody = (siteId: unknown): NewEvent => ({
    type: 'CustodyTransferred',
    data: { from: { kind: 'customer' }, to: { kind: 'site', siteId }, at: '2026-09-01T00:00:00.000Z' },
  });
  const broken: readonly (readonly [string, NewEvent])[] = [
    ['throws in the fold', move({ enteredAt: 'not a time' })],
    ['is refused by the table', custody('nowhere')],
  ];

  it.each(broken)('that %s stops only its own stream, and can be released', async (_how, event) => {
    const parked: string[] = [];
    start({
      projections: [dashboardProjection],
      onParked: (events) => parked.push(...events.map(({ streamId }) => streamId)),
    });
    const firstId = 30_000 + parkedTests * 1_000;
    parkedTests += 1;
    const [bad, good] = randomStories({ seed: 8, deposits: 2, steps: 0, firstId });
    if (bad === undefined || good === undefined) throw new Error('no stories');
    await writeStories(world.store, [bad, good]);
    await append(`item-${bad.itemId}`, 1, event);
    await append(`item-${good.itemId}`, 1, move({}));
    await append(`item-${bad.itemId}`, 2, move({ to: 3 }));
    const { position } = await append(`item-${good.itemId}`, 2, move({ to: 4 }));
    expect(await waitForProjections(world.pool, ['dashboard'], position, 10_000)).toBe(true);
    expect(await runner.countedItemOf(good.itemId)).toMatchObject({ status: 4 });
    expect(await runner.countedItemOf(bad.itemId)).toMatchObject({ status: 1 });
    expect(await parkedOf(bad.itemId)).toEqual([
      [event.type, true],
      ['ItemStatusChanged', false],
    ]);
    expect(new Set(parked)).toEqual(new Set([`item-${bad.itemId}`]));
    expect((await dashboardHealth())?.parked).toBeGreaterThanOrEqual(2);

    const read = (streamId: string) => world.store.readStream(streamId);
    await expect(release(dashboardProjection, bad.itemId, read)).rejects.toThrow(
      /not an instant|invalid input/,
    );
    expect(await parkedOf(bad.itemId)).toHaveLength(2);
    expect(await release(mended, bad.itemId, read)).toBe(2);
    expect(await parkedOf(bad.itemId)).toEqual([]);
    expect(await runner.countedItemOf(bad.itemId)).toMatchObject({ status: 3 });
    const onwards = await append(`item-${bad.itemId}`, 3, move({ to: 5 }));
    expect(await waitForProjections(world.pool, ['dashboard'], onwards.position, 10_000)).toBe(true);
    expect(await runner.countedItemOf(bad.itemId)).toMatchObject({ status: 5 });
    expect(await runner.totalCounted()).toBe(await runner.totalItems());
  });

  it('makes a rebuild stop and name it, leaving the live tables alone', async () => {
    const owner = createPool({ connectionString: world.database.connectionString, role: 'owner', max: 2 });
    const before = await runner.totalCounted();
    const tools = { owner, projector: world.readModels, store: world.store };
    const failure = await rebuild(tools, 'dashboard').then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(PoisonEvent);
    expect(failure).toMatchObject({
      streamId: expect.stringMatching(/^item-/),
      position: expect.any(Number),
    });
    expect(await runner.totalCounted()).toBe(before);
    await dropRebuild(world.projectorPool, 'dashboard');
    await owner.end();
  });

  it('never hides a mistake of the program: a missing table stops the projection, parking nothing', async () => {
    const wrong: Projection = {
      ...dashboardProjection,
      begin: () => Promise.reject(Object.assign(new Error('relation "x" does not exist'), { code: '42P01' })),
    };
    const parkedBefore = (await dashboardHealth())?.parked;
    start({ projections: [wrong] });
    const position = await write(9, 2, 40_000);
    expect(await waitForProjections(world.pool, ['dashboard'], position, 400)).toBe(false);
    expect(runner.errors.length).toBeGreaterThan(0);
    expect((await dashboardHealth())?.parked).toBe(parkedBefore);
  });

  let parkedTests = 0;

  const release = (
    projection: Projection,
    itemId: number,
    read: (streamId: string) => ReturnType<World['store']['readStream']>,
  ) => releaseStream(world.readModels, projection, `item-${itemId}`, read);

  /** What a mended program does with the same events: it knows what they meant. */
  const mended: Projection = {
    ...dashboardProjection,
    begin: async (trx, events) => {
      const folding = await dashboardProjection.begin(trx, events);
      return {
        ...folding,
        apply: (event) => {
          const meant =
            event.type === 'CustodyTransferred'
              ? custody(20).data
              : { ...event.data, enteredAt: '2026-09-01T00:00:00.000Z' };
          folding.apply({ ...event, data: meant });
        },
      };
    },
  };

  const parkedOf = async (itemId: number) => {
    const rows = await world.projector
      .selectFrom('parked_events')
      .select(['type', 'error'])
      .where('projection', '=', 'dashboard')
      .where('stream_id', '=', `item-${itemId}`)
      .orderBy('position')
      .execute();
    return rows.map(({ type, error }) => [type, error !== null]);
  };

  const dashboardHealth = async () =>
    (await projectionHealth(world.projector, world.store)).find(({ name }) => name === 'dashboard');
});
