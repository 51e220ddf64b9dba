import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:net';
import { seeded } from '@atelier/application/projections/testing-histories.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRedis, type TestRedis } from '../harness/redis.ts';
import { ask, signIn } from './support/caller.ts';
import { expectCleared, startClearing } from './support/clearing-run.ts';
import { first, openSite, type Site } from './support/site.ts';
import type { DepositedPiece } from './support/world.ts';

/** product/reliability.md §10: Redis carries jobs and holds no truth. Losing all of it loses no work. */
const PER_RUN = 12;
/** The reconciler looks every half minute. */
const finishesWithinMs = 60_000;

let redis: TestRedis;
let site: Site;
let admin: string;
let waiting: readonly DepositedPiece[];
const url = (): string => first(site.apis).url;

beforeAll(async () => {
  redis = await startRedis();
  site = await openSite({ node: { env: { REDIS_URL: redis.url } } });
  waiting = await site.waitingPieces(3 * PER_RUN, 'WAIT');
  admin = await signIn(url(), 'admin');
});

afterAll(async () => {
  await site?.close();
  await redis?.stop();
});

/** A third of the pieces, cleared by a separate run. */
const third = (index: number): readonly DepositedPiece[] =>
  waiting.slice(index * PER_RUN, (index + 1) * PER_RUN);

const startRun = (pieces: readonly DepositedPiece[]) => startClearing(site, admin, pieces);

/** Everything that Redis held is gone. */
function flushAll(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(redis.port, '127.0.0.1', () => socket.write('FLUSHALL\r\n'));
    socket.once('data', () => socket.end());
    socket.once('error', () => undefined);
    socket.once('close', () => resolve());
  });
}

const expectDone = (id: number, pieces: readonly DepositedPiece[]) =>
  expectCleared(site, admin, { id, pieces, withinMs: finishesWithinMs });

test('with Redis down commands still commit, and the work is done once it is back', async () => {
  await redis.kill();
  const paris = await signIn(url(), 'paris');
  for (const { itemId } of third(2).slice(0, 5)) {
    const body = { id: itemId, comment: 'written while the queue was away' };
    expect((await ask(url(), paris, { method: 'POST', path: '/shopcomment', body })).status).toBe(200);
  }
  const runId = await startRun(third(0));
  await sleep(2_000);
  await redis.restart();
  await expectDone(runId, third(0));
});

test('FLUSHALL again and again in the midst of a run loses none of it', async () => {
  const workers = first(site.workers);
  await workers.end('SIGTERM');
  const runId = await startRun(third(1));
  await workers.start();
  for (let times = 0; times < 100; times += 1) {
    await flushAll();
    await sleep(30);
  }
  await expectDone(runId, third(1));
});

test('workers killed at work while Redis forgets everything take the run up again', async () => {
  const workers = first(site.workers);
  const random = seeded(7);
  await workers.end('SIGTERM');
  const runId = await startRun(third(2));
  for (let times = 0; times < 3; times += 1) {
    await workers.start();
    await sleep(600 + random() * 900);
    await workers.end('SIGKILL');
    await flushAll();
  }
  await workers.start();
  await expectDone(runId, third(2));
});
