import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBalancer, type Balancer } from './support/balancer.ts';
import { signIn } from './support/caller.ts';
import { restartInTurn } from './support/chaos.ts';
import { openScreen, type OpenScreen } from './support/open-screen.ts';
import { readOn } from './support/read-on.ts';
import { openSite, type Site } from './support/site.ts';
import { expectCaughtUp, expectNothingLost, untilLive, workThrough } from './support/work-through.ts';

/**
 * product/reliability.md §13: two API nodes and two worker nodes are restarted one after the other under load, again
 * and again. No user notices: no call fails, nothing is lost, screens go on without reading everything again.
 */
const ROUNDS = 3;
const PIECES = 24;
const SCREENS = 20;
const WAREHOUSE = 20;
/** The balancer looks five times a second; a busy machine may keep it waiting. */
const DRAIN_MS = '2000';

let site: Site;
let pieces: readonly number[];
let balancer: Balancer;
let warehouse: string;
const screens: OpenScreen[] = [];
const url = (): string => balancer.url;

beforeAll(async () => {
  site = await openSite({ apis: 2, workers: 2, node: { env: { DRAIN_MS } } });
  pieces = await site.sentPieces(PIECES, 'OUT-1');
  balancer = await startBalancer(site.apis);
  warehouse = await signIn(balancer.url, 'warehouse');
});

afterAll(async () => {
  for (const screen of screens) screen.close();
  await balancer?.close();
  await site?.close();
});

test('restarting every node in turn fails no call and loses nothing', async () => {
  for (let index = 0; index < SCREENS; index += 1)
    screens.push(openScreen(url, warehouse, `site:${WAREHOUSE}`));
  await untilLive(screens);
  const stop = new AbortController();
  const reading = Promise.all([0, 1].map(() => readOn(balancer.url, warehouse, stop.signal)));
  const survived = await workThrough({
    name: 'rolling',
    url,
    token: warehouse,
    pieces,
    happens: () => restartInTurn(site, ROUNDS),
  });
  stop.abort();
  const { journal, failures, happened } = survived;
  console.log(
    `${journal.acknowledged} commands, ${happened.length} restarts, ${balancer.refused()} refused connections`,
  );
  const seen = { failures, broken: balancer.broken(), readings: (await reading).flat() };
  expect(seen).toEqual({ failures: 0, broken: [], readings: [] });
  expect(happened.every((code) => code === 0)).toBe(true);
  expect(journal.acknowledged).toBeGreaterThan(200);
  await expectNothingLost(site, survived);
});

test('every open screen has continued without a gap', async () => {
  await expectCaughtUp(site, screens, pieces);
});
