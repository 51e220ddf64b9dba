import { seeded } from '@atelier/application/projections/testing-histories.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBalancer, type Balancer } from './support/balancer.ts';
import { signIn } from './support/caller.ts';
import { killInTurn, restartInTurn, victimsOf } from './support/chaos.ts';
import { openScreen, type OpenScreen } from './support/open-screen.ts';
import { openSite, type Site } from './support/site.ts';
import { expectCaughtUp, expectNothingLost, untilLive, workThrough } from './support/work-through.ts';

/** product/reliability.md §1, §13 in half a minute, for every run of the tests; `npm run test:faults` does it at length. */
const PIECES = 12;
const WAREHOUSE = 20;
/** The balancer looks five times a second; a busy machine may keep it waiting. */
const DRAIN_MS = '2000';
const patienceMs = 400_000;

let site: Site;
let balancer: Balancer;
let warehouse: string;
const screens: OpenScreen[] = [];
const url = (): string => balancer.url;

beforeAll(async () => {
  site = await openSite({ apis: 2, node: { env: { DRAIN_MS } } });
  balancer = await startBalancer(site.apis);
  warehouse = await signIn(url(), 'warehouse');
  screens.push(
    openScreen(url, warehouse, `site:${WAREHOUSE}`),
    openScreen(url, warehouse, `site:${WAREHOUSE}`),
  );
  await untilLive(screens);
}, patienceMs);

afterAll(async () => {
  for (const screen of screens) screen.close();
  await balancer?.close();
  await site?.close();
}, patienceMs);

/** Each time with pieces that have just been sent: everybody begins by receiving them. */
async function work<T>(name: string, happens: () => Promise<T>) {
  const pieces = await site.sentPieces(PIECES, `OUT-${name}`);
  return { pieces, ...(await workThrough({ name, url, token: warehouse, pieces, happens })) };
}

// On a busy machine a node that is not ending may answer 503: a restart does not cause those.
test(
  'a rolling restart under load fails no call and loses nothing',
  async () => {
    const survived = await work('short-rolling', () => restartInTurn(site, 1));
    expect([survived.failures - balancer.busy(), balancer.broken()]).toEqual([0, []]);
    expect(survived.happened.every((code) => code === 0)).toBe(true);
    await expectNothingLost(site, survived);
    await expectCaughtUp(site, screens, survived.pieces);
  },
  patienceMs,
);

test(
  'kill −9 of an API node, of PostgreSQL and of the workers loses and doubles nothing, and screens catch up',
  async () => {
    const survived = await work('short-kills', () =>
      killInTurn({ random: seeded(14), every: [500, 1_500], kills: 3, victims: victimsOf(site) }),
    );
    expect(survived.failures).toBeGreaterThan(0);
    await expectNothingLost(site, survived);
    await expectCaughtUp(site, screens, survived.pieces);
  },
  patienceMs,
);
