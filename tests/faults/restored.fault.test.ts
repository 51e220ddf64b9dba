import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterHome } from '@atelier/host/postgres/home.ts';
import { signIn } from './support/caller.ts';
import { openScreen, type OpenScreen } from './support/open-screen.ts';
import { first, openSite, rowsOf, type Site } from './support/site.ts';
import { until } from './support/until.ts';

/** A base backup put back under nodes and screens: it has gone back in time and looks like the database it was. */
const patienceMs = 120_000;
const WAREHOUSE = 20;

let site: Site;
let screen: OpenScreen;

beforeAll(async () => {
  site = await openSite({ apis: 1 });
  const url = (): string => first(site.apis).url;
  screen = openScreen(url, await signIn(url(), 'warehouse'), `site:${WAREHOUSE}`);
  await until('the screen to be live', () => screen.state() === 'live');
}, patienceMs);

afterAll(async () => {
  screen?.close();
  await site?.close();
}, patienceMs);

const dataDir = (): string => join(clusterHome(site.database.folder), 'data');

/** Of a server that was killed: what a snapshot of its disk holds. */
async function takeBackup(): Promise<string> {
  const backup = `${dataDir()}-backup`;
  await site.database.kill();
  execFileSync('cp', ['-a', dataDir(), backup]);
  await site.database.start();
  return backup;
}

async function restore(backup: string): Promise<void> {
  await Promise.all(site.apis.map((api) => api.end('SIGTERM')));
  await site.database.kill();
  renameSync(dataDir(), `${dataDir()}-lost`);
  renameSync(backup, dataDir());
  await site.database.start();
  await Promise.all(site.apis.map((api) => api.start()));
}

/** The first queries after a kill meet connections that are no more. */
const sent = (count: number, tracking: string): Promise<readonly number[]> =>
  until('pieces to be sent', () => site.sentPieces(count, tracking).catch(() => undefined));

const isShown = async (ids: readonly number[]): Promise<boolean> => {
  const rows = await rowsOf(site);
  return ids.every((id) => screen.shown.get(id)?.version === rows.get(id)?.version);
};

const epoch = async (): Promise<string> => {
  const { rows } = await site.pool.query<{ epoch: string }>('select epoch from log_horizon');
  return first(rows).epoch;
};

const notedPosition = (): number => {
  const { position }: { position: number } = JSON.parse(
    readFileSync(join(site.database.folder, 'log-mark.json'), 'utf8'),
  );
  return position;
};

test(
  'an open screen reads again after a base backup was put back, and shows what happens next',
  async () => {
    const backup = await takeBackup();
    const lost = await sent(2, 'LOST');
    await until('the screen to show what will be lost', () => isShown(lost));
    const { rows } = await site.pool.query<{ position: number }>('select position from log_horizon');
    await until('the position to be noted', () => notedPosition() >= first(rows).position);
    const [before, resyncs] = [await epoch(), screen.resyncs()];

    await restore(backup);
    expect(await epoch()).not.toBe(before);
    await until('the screen to read anew', () => screen.resyncs() > resyncs && screen.state() === 'live');
    const renewed = await epoch();
    const next = await sent(2, 'NEXT');
    await until('the screen to show what came after', () => isShown(next));
    expect(await epoch()).toBe(renewed);
  },
  patienceMs,
);
