import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBalancer, type Balancer } from './support/balancer.ts';
import { ask, askUntilAnswered, must, signIn } from './support/caller.ts';
import { openScreen, type OpenScreen } from './support/open-screen.ts';
import { startReplicatedDatabase, type ReplicatedDatabase } from './support/replicated-database.ts';
import { openSite, rowsOf, type Site } from './support/site.ts';
import { until } from './support/until.ts';
import { expectNothingLost, untilLive, workThrough } from './support/work-through.ts';
import type { DepositedPiece } from './support/world.ts';

/**
 * product/reliability.md §30: the primary dies under load and its synchronous standby is promoted. Two API nodes and two
 * workers know both addresses and receive no notice.
 */
const PIECES = 24;
const WAITING = 8;
const SCREENS = 10;
const WAREHOUSE = 20;
const SERVES_WITHIN_MS = 15_000;

let database: ReplicatedDatabase;
let site: Site;
let pieces: readonly number[];
let waiting: readonly DepositedPiece[];
let balancer: Balancer;
let warehouse: string;
let admin: string;
const screens: OpenScreen[] = [];
const url = (): string => balancer.url;

beforeAll(async () => {
  database = await startReplicatedDatabase();
  site = await openSite({ apis: 2, workers: 2, database });
  pieces = await site.sentPieces(PIECES, 'OUT-1');
  waiting = await site.waitingPieces(WAITING, 'WAIT');
  balancer = await startBalancer(site.apis);
  warehouse = await signIn(balancer.url, 'warehouse');
  admin = await signIn(balancer.url, 'admin');
});

afterAll(async () => {
  for (const screen of screens) screen.close();
  await balancer?.close();
  await site?.close();
});

/** A clearing run: a policy turns it into a job, which moves the piece. */
async function clear({ rmaId }: DepositedPiece): Promise<void> {
  const body = { end_date: '2999-12-31', rma_id: String(rmaId) };
  const call = { method: 'POST', path: '/tools/autoclientreceived', body, key: `run-${rmaId}` } as const;
  must(await askUntilAnswered(url(), admin, call));
}

/** Kills the primary in the middle of work and jobs; answers after how many ms a command was acknowledged again. */
async function failOver(): Promise<number> {
  await sleep(2_000);
  await Promise.all(waiting.slice(0, WAITING / 2).map(clear));
  await database.kill();
  const killed = performance.now();
  await database.promote();
  const scan = { method: 'POST', path: '/scan', body: { code: String(pieces[0]), target: 3 } } as const;
  await until('a command to be acknowledged', async () => {
    const answer = await ask(url(), warehouse, { ...scan, key: 'after' }).catch(() => undefined);
    return answer?.status === 200;
  });
  const served = performance.now() - killed;
  await Promise.all(waiting.slice(WAITING / 2).map(clear));
  await sleep(3_000);
  return served;
}

test('nothing that was acknowledged is lost, and the nodes serve again without a restart', async () => {
  for (let index = 0; index < SCREENS; index += 1)
    screens.push(openScreen(url, warehouse, `site:${WAREHOUSE}`));
  await untilLive(screens);
  const survived = await workThrough({ name: 'failover', url, token: warehouse, pieces, happens: failOver });
  const { journal, failures, happened } = survived;
  console.log(
    `${journal.acknowledged} acknowledged, ${failures} repeated, served again after ${Math.round(happened)} ms`,
  );
  expect(journal.acknowledged).toBeGreaterThan(40);
  expect(happened).toBeLessThan(SERVES_WITHIN_MS);
  await expectNothingLost(site, survived);
});

test('every job is done, and none twice', async () => {
  const streams = waiting.map(({ itemId }) => `item-${itemId}`);
  const cleared = async (): Promise<readonly number[]> => {
    const { rows } = await site.pool.query<{ moves: number }>(
      `select count(*)::int as moves from events where type = 'ItemStatusChanged' and data ->> 'to' = '16'
          and stream_id = any($1) group by stream_id`,
      [streams],
    );
    return rows.map(({ moves }) => moves);
  };
  await until('every piece to be cleared', async () => (await cleared()).length === WAITING);
  expect(await cleared()).toEqual(waiting.map(() => 1));
});

test('every open screen reads everything again, and is shown what comes', async () => {
  await until('the screens to have read anew', () => screens.every((screen) => screen.resyncs() > 1));
  await untilLive(screens);
  for (const piece of pieces) {
    const body = { code: String(piece), target: 13 };
    const call = { method: 'POST', path: '/scan', body, key: `seen-${piece}` } as const;
    must(await askUntilAnswered(url(), warehouse, call));
  }
  const rows = await rowsOf(site);
  const isShown = ({ shown }: OpenScreen): boolean =>
    pieces.every((id) => shown.get(id)?.version === rows.get(id)?.version);
  await until('the screens to show what is', () => screens.every(isShown));
  expect(screens.map((screen) => screen.backwards())).toEqual(screens.map(() => 0));
});
