import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:net';
import { seeded } from '@atelier/application/projections/testing-histories.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRedis, type TestRedis } from '../harness/redis.ts';
import { ask, must, signIn } from './support/caller.ts';
import { first, openSite, rowsOf, type Site } from './support/site.ts';
import { until } from './support/until.ts';
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

/** A third of the pieces, cleared by a run of their own. */
const third = (index: number): readonly DepositedPiece[] =>
  waiting.slice(index * PER_RUN, (index + 1) * PER_RUN);

async function startRun(pieces: readonly DepositedPiece[]): Promise<number> {
  const answer = await ask(url(), admin, {
    method: 'POST',
    path: '/tools/autoclientreceived',
    body: { end_date: '2999-12-31', limit: 1_000, rma_id: pieces.map(({ rmaId }) => rmaId).join(',') },
    key: `run-${pieces[0]?.rmaId}`,
  });
  return (must({ answer, failures: 0 }).data as { id: number }).id;
}

/** Everything that Redis held is gone. */
function flushAll(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(redis.port, '127.0.0.1', () => socket.write('FLUSHALL\r\n'));
    socket.once('data', () => socket.end());
    socket.once('error', () => undefined);
    socket.once('close', () => resolve());
  });
}

async function expectCleared(runId: number, pieces: readonly DepositedPiece[]): Promise<void> {
  const path = `/tools/autoclientreceived/run?id=${runId}`;
  const ended = await until(
    `run ${runId} to end`,
    async () => {
      const { data } = (await ask(url(), admin, { method: 'GET', path })).body;
      const run = data as { state: string; cleared: number } | null;
      return run?.state === 'done' && run;
    },
    finishesWithinMs,
  );
  expect(ended).toMatchObject({ state: 'done', cleared: pieces.length });
  const rows = await rowsOf(site);
  expect(pieces.map(({ itemId }) => rows.get(itemId)?.status)).toEqual(pieces.map(() => 16));
  const { rows: moves } = await site.pool.query<{ moves: number }>(
    `select count(*)::int as moves from events where type = 'ItemStatusChanged' and data ->> 'to' = '16'
        and stream_id = any($1) group by stream_id`,
    [pieces.map(({ itemId }) => `item-${itemId}`)],
  );
  expect(moves.map((row) => row.moves)).toEqual(pieces.map(() => 1));
}

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
  await expectCleared(runId, third(0));
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
  await expectCleared(runId, third(1));
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
  await expectCleared(runId, third(2));
});
