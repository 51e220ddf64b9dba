import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, signIn } from './support/caller.ts';
import { startCuttingProxy, type CuttingProxy } from '../harness/cutting-proxy.ts';
import { startFaultDatabase } from './support/database.ts';
import { openScreen, type OpenScreen } from './support/open-screen.ts';
import { first, openSite, type Site } from './support/site.ts';
import { until } from './support/until.ts';
import { expectCaughtUp, expectNothingLost, untilLive, workThrough } from './support/work-through.ts';

/**
 * product/reliability.md §32: the network between the nodes and the database is cut, or carries nothing for a while, again and
 * again under load. The database itself never stops.
 */
const PIECES = 18;
const ROUNDS = 3;
const WAREHOUSE = 20;
const AWAY_MS = 4_000;
const BACK_WITHIN_MS = 10_000;

let proxy: CuttingProxy;
let site: Site;
let pieces: readonly number[];
let warehouse: string;
const screens: OpenScreen[] = [];
const url = (): string => first(site.apis).url;

beforeAll(async () => {
  const database = await startFaultDatabase();
  proxy = await startCuttingProxy(database.port);
  const databaseUrl = database.serviceUrl.replace(`:${database.port}/`, `:${proxy.port}/`);
  site = await openSite({ database, apis: 1, workers: 1, node: { databaseUrl } });
  pieces = await site.sentPieces(PIECES, 'OUT-1');
  warehouse = await signIn(url(), 'warehouse');
});

afterAll(async () => {
  for (const screen of screens) screen.close();
  proxy?.heal();
  await site?.close();
  await proxy?.close();
});

const isServed = async (): Promise<boolean> => {
  const answer = await ask(url(), warehouse, { method: 'GET', path: '/dashboard/stats' }).catch(
    () => undefined,
  );
  return answer?.status === 200;
};

/** Both kinds of trouble in turn; answers how long each took to end after the network was back, in ms. */
async function trouble(): Promise<readonly number[]> {
  const waits: number[] = [];
  for (const begin of Array.from({ length: ROUNDS }, () => [proxy.cut, proxy.stall]).flat()) {
    await sleep(1_500);
    begin();
    await sleep(AWAY_MS);
    proxy.heal();
    const healed = performance.now();
    await until('the API to serve', isServed);
    waits.push(Math.round(performance.now() - healed));
  }
  return waits;
}

test('nothing is lost or doubled, and the nodes continue without a restart', async () => {
  screens.push(openScreen(url, warehouse, `site:${WAREHOUSE}`));
  await untilLive(screens);
  const survived = await workThrough({ name: 'network', url, token: warehouse, pieces, happens: trouble });
  const { journal, failures, happened } = survived;
  console.log(
    `${journal.acknowledged} acknowledged, ${failures} repeated, served again after ${happened.join(', ')} ms`,
  );
  expect(Math.max(...happened)).toBeLessThan(BACK_WITHIN_MS);
  await expectNothingLost(site, survived);
});

test('the open screen has gone on without reading everything again, and no process ended', async () => {
  await expectCaughtUp(site, screens, pieces);
  const codes = [...site.apis, ...site.workers].map((node) => node.program().child.exitCode);
  expect(codes).toEqual([null, null]);
});
