import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '@atelier/event-store/pool.ts';
import { dashboardProjection } from '../dashboard/dashboard.projection.ts';
import type { NewEvent } from '@atelier/event-store/types.ts';
import { applyStretch } from '@atelier/event-store/projections/batch.ts';
import { readCheckpoint } from '@atelier/event-store/projections/checkpoints.ts';
import { CheckpointMoved, PoisonEvent } from '@atelier/event-store/projections/failures.ts';
import { projectionHealth } from './health.ts';
import { releaseStream } from '@atelier/event-store/projections/parked.ts';
import type { Projection } from './projection.ts';
import { dropRebuild } from '@atelier/event-store/testing/drop-rebuild.ts';
import { rebuild } from '../read-models/rebuild.ts';
import { PROJECTIONS } from '../read-models/all.ts';
import { startProjections } from '@atelier/event-store/projections/run.ts';
import type { ProjectionsOptions, RunningProjections } from '@atelier/event-store/projections/run.ts';
import { openWorld } from './testing.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import type { World } from './testing.ts';
import { META, randomStories, writeStories } from './testing-histories.ts';
import { waitForProjections } from '@atelier/event-store/projections/wait.ts';
import type { Transaction } from 'kysely';
import type { Database } from '../database.ts';

let world: World;
const running: RunningProjections[] = [];
const errors: unknown[] = [];

beforeAll(async () => {
  world = await openWorld();
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
  errors.length = 0;
});

afterAll(() => world.close());

const start = (options: Partial<ProjectionsOptions<Transaction<Database>>> = {}): RunningProjections => {
  const started = startProjections({
    store: world.store,
    database: world.readModels,
    projections: PROJECTIONS,
    onError: (error) => void errors.push(error),
    ...options,
  });
  running.push(started);
  return started;
};

const write = async (seed: number, deposits: number, firstId: number): Promise<number> => {
  await writeStories(world.store, randomStories({ seed, deposits, firstId }));
  return settleHorizon(world.pool, world.store);
};

const countedItemOf = (itemId: number) =>
  world.projector.selectFrom('item_census').selectAll().where('item_id', '=', itemId).executeTakeFirst();

const totalCounted = async (): Promise<number> => {
  const rows = await world.projector
    .selectFrom('status_counters')
    .select('total')
    .where('scope_key', '=', 0)
    .execute();
  return rows.reduce((sum, row) => sum + row.total, 0);
};

const totalItems = async (): Promise<number> =>
  (await world.projector.selectFrom('item_row').select('id').execute()).length;

describe('the runner', () => {
  it('keeps every projection up to date and says how far it is', async () => {
    start();
    const position = await write(1, 30, 10_000);
    const names = PROJECTIONS.map(({ name }) => name).toSorted((one, other) => one.localeCompare(other));
    expect(await waitForProjections(world.pool, names, position, 10_000)).toBe(true);
    expect(await totalCounted()).toBe(await totalItems());
    const health = await projectionHealth(world.projector, world.store);
    expect(health.map(({ name, behind, parked }) => [name, behind, parked])).toEqual(
      names.map((name) => [name, 0, 0]),
    );
  });

  it('passes events that mean nothing to it, so that nobody waits for them', async () => {
    start();
    const [story] = randomStories({ seed: 2, deposits: 1, steps: 0, firstId: 11_000 });
    if (story === undefined) throw new Error('no story');
    await writeStories(world.store, [story]);
    const scan = {
      target: 3,
      verdict: 'accepted',
      trackingNumber: null,
      siteId: 20,
      at: '2026-08-04T00:00:00.000Z',
      by: { userId: 7, workerId: null },
    };
    const { position } = await append(`item-${story.itemId}`, 1, { type: 'ItemScanned', data: scan });
    expect(await waitForProjections(world.pool, ['search', 'dashboard'], position, 5_000)).toBe(true);
  });

  it('answers within bounds when a projection does not come', async () => {
    const position = await write(3, 1, 12_000);
    const started = performance.now();
    expect(await waitForProjections(world.pool, ['dashboard'], position + 1_000_000, 150)).toBe(false);
    expect(await waitForProjections(world.pool, ['no such'], 0, 50)).toBe(false);
    expect(performance.now() - started).toBeLessThan(1_500);
  });

  it('leads each projection once among many, and goes on when the leader of one dies', async () => {
    start({ name: 'one' });
    start({ name: 'two' });
    start({ name: 'three' });
    const before = await write(4, 10, 13_000);
    expect(await waitForProjections(world.pool, ['dashboard'], before, 10_000)).toBe(true);
    const leader = await leaderOf('dashboard');
    const admin = createPool({ connectionString: world.database.adminUrl, role: 'owner', max: 1 });
    await admin.query('select pg_terminate_backend($1)', [await sessionOf(leader)]);
    await admin.end();
    const after = await write(5, 10, 14_000);
    expect(await waitForProjections(world.pool, ['dashboard'], after, 10_000)).toBe(true);
    expect(await leaderOf('dashboard')).not.toBe(leader);
    expect(await totalCounted()).toBe(await totalItems());
  });

  it('goes on after the database refused for a while', async () => {
    const slow: Projection = {
      ...dashboardProjection,
      begin: (trx, events) =>
        failing() ? Promise.reject(refusal()) : dashboardProjection.begin(trx, events),
    };
    let left = 3;
    const failing = (): boolean => left > 0 && (left -= 1) >= 0;
    const refusal = () =>
      Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    start({ projections: [slow] });
    const position = await write(6, 5, 15_000);
    expect(await waitForProjections(world.pool, ['dashboard'], position, 10_000)).toBe(true);
    expect(errors.length).toBeGreaterThanOrEqual(3);
    expect(await totalCounted()).toBe(await totalItems());
  });

  const leaderOf = async (projection: string): Promise<number> => {
    const health = await projectionHealth(world.projector, world.store);
    const leader = health.find(({ name }) => name === projection)?.leader;
    if (leader === undefined || leader === null) throw new Error(`nobody leads ${projection}`);
    return leader.id;
  };

  /** The backend on which a runner stays. */
  const sessionOf = async (runner: number): Promise<number> => {
    const { rows } = await world.projectorPool.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and classid = 4715030 and objid = $1 and granted
        and database = (select oid from pg_database where datname = current_database())`,
      [runner],
    );
    const [session] = rows;
    if (session === undefined) throw new Error(`runner ${runner} has no session`);
    return session.pid;
  };
});

describe('the fence', () => {
  it('lets one of two runners fold a stretch, never both', async () => {
    await world.settle();
    const after = await readCheckpoint(world.projectorPool, 'dashboard');
    await write(7, 40, 20_000);
    const batch = await world.store.readLog({ after, limit: 10_000, types: dashboardProjection.types });
    const stretch = { after, events: batch.events, next: batch.next };
    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, () => applyStretch(world.readModels, dashboardProjection, stretch)),
    );
    expect(tries.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    const reasons = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(reasons.every((reason) => reason instanceof CheckpointMoved)).toBe(true);
    expect(await totalCounted()).toBe(await totalItems());
  });
});

const append = (streamId: string, expectedVersion: number, ...events: readonly NewEvent[]) =>
  world.store.append({ streams: [{ streamId, expectedVersion, events }], metadata: META });

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
    expect(await countedItemOf(good.itemId)).toMatchObject({ status: 4 });
    expect(await countedItemOf(bad.itemId)).toMatchObject({ status: 1 });
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
    expect(await countedItemOf(bad.itemId)).toMatchObject({ status: 3 });
    const onwards = await append(`item-${bad.itemId}`, 3, move({ to: 5 }));
    expect(await waitForProjections(world.pool, ['dashboard'], onwards.position, 10_000)).toBe(true);
    expect(await countedItemOf(bad.itemId)).toMatchObject({ status: 5 });
    expect(await totalCounted()).toBe(await totalItems());
  });

  it('makes a rebuild stop and name it, leaving the live tables alone', async () => {
    const owner = createPool({ connectionString: world.database.connectionString, role: 'owner', max: 2 });
    const before = await totalCounted();
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
    expect(await totalCounted()).toBe(before);
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
    expect(errors.length).toBeGreaterThan(0);
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
