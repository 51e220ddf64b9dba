import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '@atelier/host/files.ts';
import { cloneCommit, type Clone } from '../harness/clone.ts';
import { startBalancer, type Balancer } from './support/balancer.ts';
import { signIn } from './support/caller.ts';
import { restartInTurn } from './support/chaos.ts';
import { openScreen, type OpenScreen } from './support/open-screen.ts';
import { readOn } from './support/read-on.ts';
import { openSite, type Site } from './support/site.ts';
import { expectCaughtUp, expectNothingLost, untilLive, workThrough } from './support/work-through.ts';

/**
 * product/reliability.md §13: the release before the newest migration runs on the migrated database, side by side with
 * today's, while its nodes are replaced one after the other under load. No user notices.
 * `UPGRADE_FROM` names another commit or tag to begin with.
 */
const PIECES = 24;
const SCREENS = 10;
const WAREHOUSE = 20;
const DRAIN_MS = '2000';

let earlier: Clone;
let site: Site;
let pieces: readonly number[];
let balancer: Balancer;
let warehouse: string;
/** What a node is started from. */
let release: string;
const screens: OpenScreen[] = [];

beforeAll(async () => {
  const commit = process.env['UPGRADE_FROM'] ?? beforeNewestMigration();
  earlier = cloneCommit(commit);
  console.log(`from ${commit}`);
  release = earlier.folder;
  site = await openSite({ apis: 2, workers: 2, node: { env: { DRAIN_MS }, folder: () => release } });
  pieces = await site.sentPieces(PIECES, 'OUT-1');
  balancer = await startBalancer(site.apis);
  warehouse = await signIn(balancer.url, 'warehouse');
});

afterAll(async () => {
  for (const screen of screens) screen.close();
  await balancer?.close();
  await site?.close();
  earlier?.remove();
});

/** A commit between two changes of a migration that was not released yet is no release. */
function beforeNewestMigration(): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).trim();
  const isToday = (commit: string): boolean =>
    git('diff', '--name-only', '--diff-filter=a', commit, '--', 'migrations/0*.sql') === '';
  const added = git('log', '--diff-filter=A', '--no-renames', '--format=%H^', '--', 'migrations/0*.sql');
  const commit = added.split('\n').find((each) => each !== '' && isToday(each));
  if (commit === undefined) throw new Error('no history to take an earlier release from: set UPGRADE_FROM');
  return git('rev-parse', commit);
}

test('nodes of two releases share the work while one replaces the other', async () => {
  for (let index = 0; index < SCREENS; index += 1)
    screens.push(openScreen(() => balancer.url, warehouse, `site:${WAREHOUSE}`));
  await untilLive(screens);
  const stop = new AbortController();
  const reading = readOn(balancer.url, warehouse, stop.signal);
  const survived = await workThrough({
    name: 'upgrade',
    url: () => balancer.url,
    token: warehouse,
    pieces,
    happens: () => {
      release = projectRoot;
      return restartInTurn(site, 1);
    },
  });
  stop.abort();
  const { journal, failures, happened } = survived;
  console.log(`${journal.acknowledged} commands, ${happened.length} nodes replaced`);
  const seen = { failures, broken: balancer.broken(), readings: await reading };
  expect(seen).toEqual({ failures: 0, broken: [], readings: [] });
  expect(happened).toEqual([0, 0, 0, 0]);
  expect(journal.acknowledged).toBeGreaterThan(50);
  await expectNothingLost(site, survived);
});

test('every open screen has continued without a gap', async () => {
  await expectCaughtUp(site, screens, pieces);
});
