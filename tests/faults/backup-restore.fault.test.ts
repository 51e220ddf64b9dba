import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '@atelier/application/projections/testing-histories.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbedded } from '@atelier/console/database.ts';
import { ensureLogKey } from '@atelier/console/log-key.ts';
import type { Program } from '../harness/program.ts';
import { markdownTable } from '../bench/lib/table.ts';
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
const LONGEST_RESTORE_MS = 600_000;
const patienceMs = LOADED_MS + RESTORES * LONGEST_RESTORE_MS;

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
  /** Of all its databases. */
  readonly gigabytes: number;
}

/** A moment that was restored, as a line of the table at the end. */
interface Round {
  readonly at: string;
  /** Commands that had been answered by then. */
  readonly acknowledged: number;
  readonly seconds: string;
  readonly megabytes: string;
  readonly perGigabyte: string;
  readonly parts: string;
  readonly sealed: string;
  /** What was not as it must be; empty when all was. */
  readonly wrong: string;
}

async function tryRound(at: Date): Promise<Round> {
  const facts = { at: at.toISOString(), acknowledged: survived.journal.answeredBy(at) };
  try {
    const { said, differences, faults, seconds, gigabytes } = await restoreTo(at);
    const missing = EXPECTED.filter((line) => !line.test(said)).map((line) => `no ${line.source}`);
    return {
      ...facts,
      seconds: seconds.toFixed(1),
      megabytes: (1_000 * gigabytes).toFixed(0),
      perGigabyte: (seconds / gigabytes).toFixed(0),
      parts: /copied in .*/.exec(said)?.[0] ?? '',
      sealed: /tree +(\d+ sealed events, \d+ checkpoints)/.exec(said)?.[1] ?? '',
      wrong: [...differences, ...faults, ...missing].slice(0, 3).join('; '),
    };
  } catch (error) {
    const wrong = error instanceof Error ? error.message : String(error);
    return { ...facts, seconds: '', megabytes: '', perGigabyte: '', parts: '', sealed: '', wrong };
  }
}

/** What a restore prints of itself. */
const EXPECTED = [
  /log verified/,
  /tree verified: [1-9]\d* sealed events, [1-9]\d* checkpoints/,
  /signed last +(this machine had signed|the tree continues)/,
  /read models.*: (\d+ streams, )?0 differences/,
];

const print = (rounds: readonly Round[]): void =>
  console.log(
    markdownTable(
      ['moment', 'acknowledged by then', 's', 'MB', 's/GB', 'copied and applied', 'tree', 'wrong'],
      rounds.map((round) => Object.values(round).map(String)),
    ),
  );

async function restoreTo(at: Date): Promise<Restored> {
  const { folder, remove } = machineWithKeys(site.database);
  const began = performance.now();
  const said = await runBackupScript('restore.ts', site.database, folder, ['--at', at.toISOString()]);
  const seconds = (performance.now() - began) / 1_000;
  const cluster = await startEmbedded(folder);
  const pool = createPool({ connectionString: cluster.url('atelier'), role: 'owner', max: 2 });
  try {
    const differences = await survived.journal.differencesAt(pool, at);
    const { rows } = await pool.query<{ bytes: number }>(
      'select sum(pg_database_size(oid))::bigint as bytes from pg_database',
    );
    const gigabytes = Number(first(rows).bytes) / 1e9;
    return { said, differences, faults: await logFaults(pool), seconds, gigabytes };
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
    const rounds: Round[] = [];
    // One that fails does not end the others.
    while (rounds.length < RESTORES) {
      const round = await tryRound(new Date(Math.round(from + random() * (to - from))));
      rounds.push(round);
      console.log(`${rounds.length} of ${RESTORES}: ${Object.values(round).join(' | ')}`);
    }
    print(rounds);
    expect(rounds.filter(({ wrong }) => wrong !== '')).toEqual([]);
  },
  patienceMs,
);

/** As every client of the live connection gets it. */
async function epochNow(): Promise<unknown> {
  const ready: unknown = await (await fetch(`${url()}/api/health/ready`)).json();
  return JSON.stringify(ready).match(/"epoch":"([^"]+)"/)?.[1];
}

test(
  'open screens read again after the database under them was restored to a moment',
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
