import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCuttingProxy, type CuttingProxy } from '../harness/cutting-proxy.ts';
import { startRedis, type TestRedis } from '../harness/redis.ts';
import { ask, must, signIn } from './support/caller.ts';
import { openScreen, type OpenScreen } from './support/open-screen.ts';
import { first, openSite, rowsOf, type Site } from './support/site.ts';
import { until } from './support/until.ts';
import { expectCaughtUp, expectNothingLost, untilLive, workThrough } from './support/work-through.ts';
import type { DepositedPiece } from './support/world.ts';

/**
 * product/reliability.md §34: the network between the nodes and Redis is cut, carries nothing for a while, or forgets the connections that it
 * carried, again and again under load. Redis itself never stops, and commands and screens do not notice.
 */
const ROUNDS = 2;
const PIECES = 12;
const SCREENS = 5;
const WAREHOUSE = 20;
const AWAY_MS = 4_000;
const BACK_WITHIN_MS = 15_000;
/** Runs asked for before the trouble, which it catches anywhere, and in the midst of it. */
const RUNS_EACH = 3;

let redis: TestRedis;
let proxy: CuttingProxy;
let site: Site;
let pieces: readonly number[];
let waiting: readonly DepositedPiece[];
let warehouse: string;
let admin: string;
const screens: OpenScreen[] = [];
const url = (): string => first(site.apis).url;

beforeAll(async () => {
  redis = await startRedis();
  proxy = await startCuttingProxy(redis.port);
  const REDIS_URL = `redis://127.0.0.1:${proxy.port}`;
  site = await openSite({ apis: 1, workers: 2, node: { env: { REDIS_URL } } });
  pieces = await site.sentPieces(PIECES, 'OUT-1');
  waiting = await site.waitingPieces(ROUNDS * TROUBLES.length * 2 * RUNS_EACH, 'WAIT');
  warehouse = await signIn(url(), 'warehouse');
  admin = await signIn(url(), 'admin');
});

afterAll(async () => {
  for (const screen of screens) screen.close();
  proxy?.heal();
  await site?.close();
  await proxy?.close();
  await redis?.stop();
});

interface Trouble {
  readonly name: string;
  readonly begin: () => void;
  readonly end: () => void;
}

const TROUBLES: readonly Trouble[] = [
  { name: 'cut', begin: () => proxy.cut(), end: () => proxy.heal() },
  { name: 'stalled', begin: () => proxy.stall(), end: () => proxy.heal() },
  { name: 'forgotten', begin: () => proxy.stall(), end: () => proxy.forget() },
];

/** A clearing run: a policy turns it into a job on Redis, which moves the piece. Asked once: the API must not notice. */
async function clear({ rmaId }: DepositedPiece): Promise<void> {
  const body = { end_date: '2999-12-31', rma_id: String(rmaId) };
  const call = { method: 'POST', path: '/tools/autoclientreceived', body, key: `run-${rmaId}` } as const;
  must({ answer: await ask(url(), admin, call), failures: 0 });
}

async function areCleared(some: readonly DepositedPiece[]): Promise<boolean> {
  const rows = await rowsOf(site);
  return some.every(({ itemId }) => rows.get(itemId)?.status === 16);
}

/** Whether the screen of jobs shows the queues, or says that they are down. */
async function showsQueues(): Promise<boolean> {
  const { status, body } = await ask(url(), admin, { method: 'GET', path: '/jobs' });
  const rows = body.data as readonly { readonly what: string }[];
  return status === 200 && rows.every(({ what }) => what !== 'down');
}

interface Return {
  readonly name: string;
  readonly ms: number;
}

/** Each trouble in turn; answers how long after its end all jobs of before and of meanwhile were done and shown. */
async function trouble(): Promise<readonly Return[]> {
  const returns: Return[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, begin, end } of TROUBLES) {
      const start = returns.length * 2 * RUNS_EACH;
      const caught = waiting.slice(start, start + RUNS_EACH);
      const meanwhile = waiting.slice(start + RUNS_EACH, start + 2 * RUNS_EACH);
      await Promise.all(caught.map(clear));
      begin();
      await Promise.all(meanwhile.map(clear));
      await sleep(AWAY_MS);
      end();
      const ended = performance.now();
      await until(`jobs after the network was ${name}`, () => areCleared([...caught, ...meanwhile]), 60_000);
      await until(`the screen of jobs after the network was ${name}`, showsQueues, 60_000);
      returns.push({ name, ms: Math.round(performance.now() - ended) });
    }
  }
  return returns;
}

test('every job is done soon after the network is back, and commands go on meanwhile', async () => {
  for (let index = 0; index < SCREENS; index += 1)
    screens.push(openScreen(url, warehouse, `site:${WAREHOUSE}`));
  await untilLive(screens);
  const survived = await workThrough({ name: 'redis', url, token: warehouse, pieces, happens: trouble });
  const { journal, failures, happened } = survived;
  console.log(
    `${journal.acknowledged} acknowledged, ${failures} repeated; jobs done after ${happened.map(({ name, ms }) => `${ms} (${name})`).join(', ')} ms`,
  );
  expect(failures).toBe(0);
  expect(Math.max(...happened.map(({ ms }) => ms))).toBeLessThan(BACK_WITHIN_MS);
  await expectNothingLost(site, survived);
});

test('every job was done once', async () => {
  const { rows } = await site.pool.query<{ moves: number }>(
    `select count(*)::int as moves from events where type = 'ItemStatusChanged' and data ->> 'to' = '16'
        and stream_id = any($1) group by stream_id`,
    [waiting.map(({ itemId }) => `item-${itemId}`)],
  );
  expect(rows.map(({ moves }) => moves)).toEqual(waiting.map(() => 1));
});

test('the open screens have gone on without reading everything again, and no process ended', async () => {
  await expectCaughtUp(site, screens, pieces);
  const codes = [...site.apis, ...site.workers].map((node) => node.program().child.exitCode);
  expect(codes).toEqual([null, null, null]);
});
