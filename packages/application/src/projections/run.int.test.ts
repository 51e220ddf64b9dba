import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '@atelier/event-store/pool.ts';
import { dashboardProjection } from '../dashboard/dashboard.projection.ts';
import { applyStretch } from '@atelier/event-store/projections/batch.ts';
import { readCheckpoint } from '@atelier/event-store/projections/checkpoints.ts';
import { CheckpointMoved } from '@atelier/event-store/projections/failures.ts';
import { projectionHealth } from './health.ts';
import type { Projection } from './projection.ts';
import { PROJECTIONS } from '../read-models/all.ts';
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

describe('the runner', () => {
  it('keeps every projection up to date and says how far it is', async () => {
    start();
    const position = await write(1, 30, 10_000);
    const names = PROJECTIONS.map(({ name }) => name).toSorted((one, other) => one.localeCompare(other));
    expect(await waitForProjections(world.pool, names, position, 10_000)).toBe(true);
    expect(await runner.totalCounted()).toBe(await runner.totalItems());
    const health = await projectionHealth(world.projector, world.store);
    expect(health.map(({ name, behind, parked }) => [name, behind, parked])).toEqual(
      names.map((name) => [name, 0, 0]),
    );
  });

  it('advances past events that mean nothing to it, so that no reader waits for them', async () => {
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
    const { position } = await runner.append(`item-${story.itemId}`, 1, { type: 'ItemScanned', data: scan });
    expect(await waitForProjections(world.pool, ['search', 'dashboard'], position, 5_000)).toBe(true);
  });

  it('answers within bounds when a projection does not come', async () => {
    const position = await write(3, 1, 12_000);
    expect(await waitForProjections(world.pool, ['dashboard'], position + 1_000_000, 150)).toBe(false);
    expect(await waitForProjections(world.pool, ['no such'], 0, 50)).toBe(false);
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
    expect(await runner.totalCounted()).toBe(await runner.totalItems());
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
    expect(runner.errors.length).toBeGreaterThanOrEqual(3);
    expect(await runner.totalCounted()).toBe(await runner.totalItems());
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
    const cursor = { epoch: world.store.epoch(), position: after };
    const read = { after: cursor, limit: 10_000, types: dashboardProjection.types };
    const batch = await world.store.readLog(read);
    const stretch = { after, events: batch.events, next: batch.next };
    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, () => applyStretch(world.readModels, dashboardProjection, stretch)),
    );
    expect(tries.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    const reasons = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(reasons.every((reason) => reason instanceof CheckpointMoved)).toBe(true);
    expect(await runner.totalCounted()).toBe(await runner.totalItems());
  });
});
