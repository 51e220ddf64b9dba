import { seeded } from '@atelier/application/projections/testing-histories.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, signIn } from './support/caller.ts';
import { killInTurn, victimsOf } from './support/chaos.ts';
import { openScreen, type OpenScreen } from './support/open-screen.ts';
import { first, openSite, type Site } from './support/site.ts';
import { until } from './support/until.ts';
import { expectCaughtUp, expectNothingLost, untilLive, workThrough } from './support/work-through.ts';

/**
 * product/reliability.md §1: kill −9 of everything in the middle of a loop of scans and moves.
 * Every acknowledged command is there once, open screens catch up without a reload.
 */
const SEED = 20_261_120;
const PIECES = 24;
const KILLS = 15;
const WAREHOUSE = 20;
const PARIS = 1;

let site: Site;
let pieces: readonly number[];
let warehouse: string;
const screens: OpenScreen[] = [];
const url = (): string => first(site.apis).url;

beforeAll(async () => {
  site = await openSite();
  pieces = await site.sentPieces(PIECES, 'OUT-1');
  warehouse = await signIn(url(), 'warehouse');
});

afterAll(async () => {
  for (const screen of screens) screen.close();
  await site?.close();
});

test('after kill −9 of API, workers and PostgreSQL every acknowledged command is there once', async () => {
  const paris = await signIn(url(), 'paris');
  screens.push(openScreen(url, warehouse, `site:${WAREHOUSE}`), openScreen(url, paris, `store:${PARIS}`));
  await untilLive(screens);
  const random = seeded(SEED);
  const survived = await workThrough({
    name: 'kills',
    url,
    token: warehouse,
    pieces,
    happens: () => killInTurn({ random, every: [1_500, 3_500], kills: KILLS, victims: victimsOf(site) }),
  });
  const { journal, failures, happened } = survived;
  console.log(`${journal.acknowledged} commands, ${happened.length} kills, ${failures} calls repeated`);
  expect(failures).toBeGreaterThan(KILLS / 3);
  expect(journal.acknowledged).toBeGreaterThan(200);
  await expectNothingLost(site, survived);
});

test('open screens have caught up without a reload and without reading everything again', async () => {
  await expectCaughtUp(site, screens, pieces);
});

test('the dashboard counts every piece once', async () => {
  const stats = async () =>
    (await ask(url(), warehouse, { method: 'GET', path: '/dashboard/stats' })).body.data as Record<
      string,
      unknown
    >;
  await until('the workers to catch up', async () => (await stats())['in_factory'] === PIECES);
  expect(await stats()).toMatchObject({ in_factory: PIECES, sent_to_warehouse: 0, total: PIECES });
});
