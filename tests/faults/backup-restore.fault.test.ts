import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '@atelier/application/projections/testing-histories.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbedded } from '../../scripts/lib/database.ts';
import { ensureLogKey } from '../../scripts/lib/log-key.ts';
import type { Program } from '../harness/program.ts';
import { machineWithKeys, runBackupScript, startKeeper, untilArchived } from './support/backups.ts';
import { signIn } from './support/caller.ts';
import { logFaults } from './support/log-checks.ts';
import { openScreen } from './support/open-screen.ts';
import { first, openSite, type Site } from './support/site.ts';
import { until } from './support/until.ts';
import { workThrough, type Survived } from './support/work-through.ts';

/** product/reliability.md §17: a restore to any moment holds what was acknowledged by then, and nothing that was sent later. */
const SEED = 20_261_123;
const LOADED_MS = Number(process.env['LOADED_MS'] ?? 40_000);
const RESTORES = Number(process.env['RESTORES'] ?? 20);
const WAREHOUSE = 20;
const patienceMs = 1_800_000;

let site: Site;
let keeper: Program;
let warehouse: string;
let survived: Survived<Loaded>;

interface Loaded {
  readonly from: number;
  readonly to: number;
}

const url = (): string => first(site.apis).url;

/** Commands all the time; in the middle of it a backup is taken, before it another one. */
async function loaded(): Promise<Loaded> {
  const from = Date.now();
  await sleep(LOADED_MS / 2);
  await runBackupScript('backup.ts', site.database);
  await sleep(Math.max(0, from + LOADED_MS - Date.now()));
  return { from, to: Date.now() };
}

beforeAll(async () => {
  site = await openSite();
  const pieces = await site.sentPieces(18, 'OUT-1');
  // Workers seal the log where there is a key at their start.
  ensureLogKey(undefined, site.database.folder);
  for (const worker of site.workers) await worker.end('SIGTERM');
  for (const worker of site.workers) await worker.start();
  warehouse = await signIn(url(), 'warehouse');
  await runBackupScript('backup.ts', site.database);
  // A segment of 16 MB each time: every second would make the restores long.
  keeper = startKeeper(site.database, { BACKUP_WAL_SECONDS: '5' });
  survived = await workThrough({ name: 'restore', url, token: warehouse, pieces, happens: loaded });
  await untilArchived(site, new Date());
}, patienceMs);

afterAll(async () => {
  await keeper?.kill('SIGTERM');
  await site?.close();
}, patienceMs);

interface Restored {
  readonly said: string;
  readonly differences: readonly string[];
  readonly faults: readonly string[];
  readonly seconds: number;
}

async function restoreTo(at: Date): Promise<Restored> {
  const { folder, remove } = machineWithKeys(site.database);
  const began = performance.now();
  const said = await runBackupScript('restore.ts', site.database, folder, ['--at', at.toISOString()]);
  const seconds = (performance.now() - began) / 1_000;
  const cluster = await startEmbedded(folder);
  const pool = createPool({ connectionString: cluster.url('atelier'), role: 'owner', max: 2 });
  try {
    const differences = await survived.journal.differencesAt(pool, at);
    return { said, differences, faults: await logFaults(pool), seconds };
  } finally {
    await pool.end();
    await cluster.stop();
    remove();
  }
}

test(
  'a restore to a random moment holds every command acknowledged by then and none that was sent later',
  async () => {
    const random = seeded(SEED);
    const { from, to } = survived.happened;
    console.log(`${survived.journal.acknowledged} commands in ${(to - from) / 1_000} s`);
    for (let round = 0; round < RESTORES; round += 1) {
      const at = new Date(Math.round(from + random() * (to - from)));
      const { said, differences, faults, seconds } = await restoreTo(at);
      const sealed = /tree +(\d+ sealed events, \d+ checkpoints)/.exec(said)?.[1];
      console.log(
        `${at.toISOString()}: ${survived.journal.answeredBy(at)} acknowledged by then, ${seconds.toFixed(1)} s; ${/copied in .*/.exec(said)?.[0]}; ${sealed}`,
      );
      expect(differences).toEqual([]);
      expect(faults).toEqual([]);
      expect(said).toMatch(/log verified/);
      expect(said).toMatch(/tree verified: [1-9]\d* sealed events, [1-9]\d* checkpoints/);
      expect(said).toMatch(/signed last +(this machine had signed|the tree continues)/);
      expect(said).toMatch(/read models.*: (\d+ streams, )?0 differences/);
    }
  },
  patienceMs,
);

/** As every client of the live connection gets it. */
async function epochNow(): Promise<unknown> {
  const ready: unknown = await (await fetch(`${url()}/api/health/ready`)).json();
  return JSON.stringify(ready).match(/"epoch":"([^"]+)"/)?.[1];
}

test(
  'open screens read anew after the database under them was restored to a moment',
  async () => {
    const screen = openScreen(url, warehouse, `site:${WAREHOUSE}`);
    await until('the screen to be live', () => screen.state() === 'live');
    const before = screen.resyncs();
    const epoch = await epochNow();
    const nodes = [...site.apis, ...site.workers];
    await Promise.all(nodes.map((node) => node.end('SIGTERM')));
    await site.database.kill();
    const at = new Date(survived.happened.to);
    const args = ['--at', at.toISOString(), '--replace'];
    expect(await runBackupScript('restore.ts', site.database, site.database.folder, args)).toContain(
      'restored: start',
    );
    await site.database.start();
    await Promise.all(nodes.map((node) => node.start()));
    await until(
      'the screen to read anew',
      () => screen.resyncs() > before && screen.state() === 'live',
      60_000,
    );
    expect(await epochNow()).not.toBe(epoch);
    const next = await until('pieces to be sent', () => site.sentPieces(2, 'NEXT').catch(() => undefined));
    const { rows } = await site.pool.query<{ id: number; version: number }>(
      'select id, version from item_row where id = any($1)',
      [next],
    );
    await until('the screen to show what came after', () =>
      rows.every(({ id, version }) => screen.shown.get(id)?.version === version),
    );
    screen.close();
  },
  patienceMs,
);
