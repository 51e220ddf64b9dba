import { generateKeyPairSync } from 'node:crypto';
import {
  bearer,
  openApiWorld,
  signInAs,
  TestClock,
  type ApiNode,
  type ApiWorld,
} from '@atelier/api/testing/testing-api.ts';
import { recordSealing } from '@atelier/application/audit/sealing/sealing.commands.ts';
import {
  deposit,
  handClock,
  newDeposit,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import { TEST_NOW } from '@atelier/application/projections/testing.ts';
import type { FeedEntry } from '@atelier/contracts/audit/feed-schema.ts';
import { SEALING_STREAM } from '@atelier/domain/system/sealing/events.ts';
import type { SealingView } from '@atelier/contracts/system/sealing/schema.ts';
import type { JobsRow } from '@atelier/contracts/system/jobs/schema.ts';
import { keepSealing } from '@atelier/transparency-log/proof/keep-sealing.ts';
import { signerKey } from '@atelier/transparency-log/proof/signed-note.ts';
import { systemCaller } from '@atelier/workers/system-caller.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Stoppable } from '@atelier/postgres/until-stopped.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const signer = signerKey('atelier.test/log', 'log', generateKeyPairSync('ed25519').privateKey);
const clock = new TestClock();
let api: ApiWorld;
let node: ApiNode;
let token: string;
let tries = 0;
const workers: Stoppable[] = [];

/**
 * As a worker seals, with a pause of a second: a worker names the lock after four tries that found it held, so the pause must be long beside
 * the moment in which another worker seals, also on a loaded machine.
 */
function startWorker(): void {
  const services = servicesOf(api.world, handClock(TEST_NOW));
  const ignore = (): void => undefined;
  const sealing = keepSealing({
    pool: api.world.projectorPool,
    signer,
    rememberIn: undefined,
    everyMs: 1_000,
    onError: ignore,
    onNotKept: ignore,
    onFinding: async (finding) => {
      tries += 1;
      await recordSealing(services, systemCaller(services.clock, 'log sealing'), finding);
    },
  });
  workers.push(sealing);
}

beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node({ clock });
  await deposit(servicesOf(api.world, handClock(TEST_NOW)), await newDeposit(api.world));
  token = await signInAs(node.app, 'auditor');
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await api.close();
});

async function get<T>(url: string, as = token): Promise<T> {
  const answer = await node.app.inject({ url: `/api${url}`, headers: bearer(as) });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ data: T }>().data;
}
const sealing = () => get<SealingView>('/audit/sealing');
const events = async () => (await api.world.store.readStream(SEALING_STREAM)).events;
const patience = { timeout: 60_000, interval: 50 };

describe('what keeps the log from being sealed (product/audit.md §8)', () => {
  it('is an event when it begins and one when it ends, however many workers find it and however often', async () => {
    const holder = await api.world.projectorPool.connect();
    await holder.query('select pg_advisory_lock(4715153)');
    try {
      startWorker();
      startWorker();
      await vi.waitFor(async () => expect(await events()).toHaveLength(1), patience);
      const before = tries;
      await vi.waitFor(() => expect(tries).toBeGreaterThan(before + 4), patience);
      expect((await events()).map(({ type, data }) => [type, data])).toMatchObject([
        ['LogSealingRefused', { code: 'lock_held', stream: null, position: null }],
      ]);
      expect((await sealing()).troubles).toMatchObject([{ code: 'lock_held' }]);
    } finally {
      holder.release(true);
    }
    await vi.waitFor(async () => expect(await events()).toHaveLength(2), patience);
    expect((await events()).at(-1)).toMatchObject({ type: 'LogSealingResumed', data: { code: 'lock_held' } });
    expect((await sealing()).troubles).toEqual([]);
  });

  it('stands in the feed with its code, and is unusual when it begins', async () => {
    await api.world.settle();
    const feed = await get<FeedEntry[]>('/audit/feed?kind=upkeep');
    expect(feed.map(({ type, code }) => [type, code])).toEqual([
      ['LogSealingResumed', 'lock_held'],
      ['LogSealingRefused', 'lock_held'],
    ]);
    const unusual = await get<FeedEntry[]>('/audit/unusual?rule=sealing_refused');
    expect(unusual.map(({ type }) => type)).toEqual(['LogSealingRefused']);
  });

  it('leaves nothing to seal behind: the events about it are sealed and give no other', async () => {
    await vi.waitFor(async () => {
      await api.world.settle();
      expect(await sealing()).toMatchObject({ waiting: 0, waiting_since: null, is_late: false });
    }, patience);
    expect(await events()).toHaveLength(2);
  });
});

describe('how far the log is sealed', () => {
  it('shows what waits and since when, and that it is late as readiness does', async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await deposit(servicesOf(api.world, handClock(TEST_NOW)), await newDeposit(api.world));
    await api.world.settle();
    const { rows } = await api.world.projectorPool.query<{ at: Date }>(
      'select min(recorded_at) as at from events where position > (select max(position) from log_checkpoints)',
    );
    const since = rows[0]?.at ?? new Date(0);
    clock.advance(since.getTime() + 119_000 - clock.now().getTime());
    const seen = await sealing();
    expect(seen).toMatchObject({ waiting_since: since.toISOString(), is_late: false });
    expect(seen.waiting).toBeGreaterThan(1);
    expect(seen.events).toBeGreaterThan(3);
    clock.advance(2_000);
    const late = await get<SealingView>('/audit/sealing', await signInAs(node.app, 'auditor'));
    expect(late.is_late).toBe(true);
    const rowsOfJobs = await get<JobsRow[]>('/jobs', await signInAs(node.app, 'admin'));
    expect(rowsOfJobs.find(({ what }) => what === 'seal')).toMatchObject({ is_late: true, faults: null });
  });

  it('is for those who may replay', async () => {
    const paris = await signInAs(node.app, 'paris');
    const answer = await node.app.inject({ url: '/api/audit/sealing', headers: bearer(paris) });
    expect(answer.statusCode).toBe(403);
  });
});
