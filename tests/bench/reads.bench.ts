// npm run bench -- reads [--items 1000000] [--events 200000] [--rounds 60]
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { replayQuery } from '@atelier/contracts/audit/replay-schema.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { findItemHistory } from '@atelier/application/audit/item-history.queries.ts';
import { findReplay } from '@atelier/application/audit/replay.queries.ts';
import { dashboardStats } from '@atelier/application/dashboard/stats.queries.ts';
import { pastStageBoard } from '@atelier/application/dashboard/board.queries.ts';
import { pastDashboardStats } from '@atelier/application/dashboard/past-dashboard.queries.ts';
import { pastCreateHistory } from '@atelier/application/dashboard/create-history.queries.ts';
import { createDatabase, inScope, type Database } from '@atelier/application/platform/database.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { masterKeyOf } from '@atelier/key-vault/master-key.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import type { ItemListRequest } from '@atelier/application/repair-list/item-filters.queries.ts';
import { listItemIds } from '@atelier/application/repair-list/item-list.queries.ts';
import { findItemRecords } from '@atelier/application/repair-detail/item-record.queries.ts';
import { findCallList } from '@atelier/application/repair/call-list.queries.ts';
import { findPastCallList } from '@atelier/application/repair/past-call-list.queries.ts';
import { findRmaView } from '@atelier/application/repair-detail/rma-view.queries.ts';
import { searchByField } from '@atelier/application/repair-list/search.queries.ts';
import type { Kysely } from 'kysely';
import { Pool } from 'pg';
import { loadReference } from '../../demo/reference/load.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { fillReadModels } from './lib/fill-reads.ts';
import { loadOurLog } from './lib/load-lives.ts';
import { RAW, RAW_STATS } from './lib/raw-reads.ts';
import { startBenchServer } from './lib/server.ts';
import { sampleOf, type Sample } from './lib/stats.ts';
import { markdownTable, whole } from './lib/table.ts';

const { values: flags } = parseArgs({
  options: {
    items: { type: 'string', default: '1000000' },
    events: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '60' },
  },
});
const [items, events, rounds] = [Number(flags.items), Number(flags.events), Number(flags.rounds)];

/** A piece of the log whose life is known. */
const anyPiece = (): number => 1_000_001 + 2 * Math.floor(Math.random() * 1_000);
const replayOf = (id: number) => replayQuery.parse({ subject: `item-${id}`, page_size: '200' });
const WITHOUT_NAMES = { seesAccounts: false, seesWorkers: false };

const FACTORY = { kind: 'site', siteId: 30 } as const satisfies DataScope;
const SHOP = { kind: 'store', siteId: 3 } as const satisfies DataScope;
const WAREHOUSE: DataScope = { kind: 'site', siteId: 20 };
const now = (): Date => new Date();

/** A piece in the middle of the table. */
const some = Math.floor(items / 2) + 123;
/** By each field of the search page, as people type it. */
const SEARCHED: readonly (readonly [string, string])[] = [
  ['number', `S3-${some}`],
  ['tracking', `TRK-${1_000_000 + some}`],
  ['invoice', `INV-${some}`],
  ['order', `O-${some}`],
  ['serial', `SN${some}`],
  ['certificate', `GIA ${1_000_000 + some}`],
  ['phone', '+33 6 00 50 01 23'],
  ["a phone's end", '0123'],
  ['email', 'last777'],
  ['name', 'last777'],
  ['SKU', 'RG'],
];

const server = await startBenchServer();
try {
  const { url, ownerUrl } = await server.migratedDatabase('reads');
  const owner = createPool({ connectionString: ownerUrl, role: 'owner', max: 1 });
  await loadReference(createDatabase(owner), now(), 7);
  await owner.end();
  await loadOurLog(server.adminUrl('reads'), events);
  await fillReadModels(server.adminUrl('reads'), items);
  await measure(url, server.adminUrl('reads'));
} finally {
  await server.stop();
}

interface Read {
  readonly name: string;
  readonly ours: () => Promise<unknown>;
  readonly raw?: () => Promise<unknown>;
}

async function measure(url: string, adminUrl: string): Promise<void> {
  const pool = createPool({ connectionString: url, role: 'atelier_app', max: 4 });
  const admin = new Pool({ connectionString: adminUrl, max: 2 });
  admin.on('error', () => undefined);
  const store = await openStore({
    pool,
    masterKey: masterKeyOf(Buffer.alloc(32, 1)),
    registry: EVENT_REGISTRY,
  });
  const db = createDatabase(pool, store.sealing);
  const list = (scope: DataScope, request: Partial<ItemListRequest>) => () =>
    inScope(db, scope, async (trx) => {
      const context = { scope, now: now(), policy: DEFAULT_POLICY };
      const { ids } = await listItemIds(trx, { page: 1, pageSize: 50, ...request }, context);
      return findItemRecords(trx, ids);
    });
  const raw = (name: string) => async () => {
    const read = RAW[name];
    if (read === undefined) throw new RangeError(name);
    await admin.query(read.page);
    await admin.query(read.count);
  };
  const stats = { scope: SHOP, now: now(), policy: DEFAULT_POLICY };
  const past = new Date(Date.now() - 120 * 86_400_000).toISOString();
  const moment = { asOf: past, knownAt: null };
  const known = { asOf: past, knownAt: past };
  const reads: readonly Read[] = [
    { name: "W4: a shop's list", ours: list(SHOP, {}), raw: raw('shopList') },
    {
      name: 'W4: its tile over 72 h',
      ours: list(SHOP, { bucket: 'ready_to_ship_over_72h' }),
      raw: raw('shopOver72'),
    },
    {
      name: 'W4: a stage seen by a site',
      ours: list(WAREHOUSE, { statuses: [4], target: 4 }),
      raw: raw('stage'),
    },
    { name: "W4: a site's list", ours: list(WAREHOUSE, {}), raw: raw('siteList') },
    { name: 'W4: search by name', ours: list(SHOP, { q: 'last777' }), raw: raw('searchName') },
    { name: 'W4: search by number', ours: list(SHOP, { q: 'S3-500123' }), raw: raw('searchNumber') },
    ...SEARCHED.map(([what, q]) => ({
      name: `search page: ${what}`,
      ours: () => inScope(db, SHOP, (trx) => searchByField(trx, q, 'shop')),
    })),
    {
      name: 'list: under any hold',
      ours: list(SHOP, { hold: 'any' }),
    },
    {
      name: 'list: a saved view of several filters',
      ours: list(SHOP, { statuses: [1, 15], warranty: 'in', hasPictures: true, waiver: 0, sort: '-entered' }),
    },
    { name: 'detail: a deposit with its items', ours: () => detailOf(db) },
    {
      name: "W4: a shop's dashboard",
      ours: () => dashboardStats(pool, stats),
      raw: () => admin.query(RAW_STATS),
    },
    {
      name: 'M5: a dashboard as of a moment',
      ours: () => inScope(db, SHOP, (trx) => pastDashboardStats(trx, moment, stats)),
    },
    {
      name: "as of: a factory's dashboard",
      ours: () => inScope(db, FACTORY, (trx) => pastDashboardStats(trx, moment, stats)),
    },
    {
      name: 'as of: the whole dashboard',
      ours: () => inScope(db, { kind: 'all' }, (trx) => pastDashboardStats(trx, moment, stats)),
    },
    {
      name: 'as of and known at: the whole dashboard',
      ours: () => inScope(db, { kind: 'all' }, (trx) => pastDashboardStats(trx, known, stats)),
    },
    {
      name: "as of: a factory's board",
      ours: () => inScope(db, FACTORY, (trx) => pastStageBoard(trx, FACTORY.siteId, moment)),
    },
    {
      name: "as of: a shop's weeks",
      ours: () => inScope(db, SHOP, (trx) => pastCreateHistory(trx, SHOP, moment, stats.now)),
    },
    {
      name: "a shop's call list",
      ours: () => inScope(db, SHOP, (trx) => findCallList(trx, store, now().toISOString())),
    },
    {
      name: "as of: a shop's call list",
      ours: () =>
        inScope(db, SHOP, (trx) =>
          findPastCallList(trx, { store, moment, scope: SHOP }, now().toISOString()),
        ),
    },
    {
      name: "replay: an item's first page",
      ours: () =>
        inScope(db, { kind: 'all' }, (trx) => findReplay(trx, store, replayOf(anyPiece()), WITHOUT_NAMES)),
    },
    {
      name: 'M5: the life of an item',
      ours: () => lifeOf(anyPiece()),
    },
  ];
  // The stream's own life; whether its row exists here does not matter to what it costs.
  const lifeOf = async (id: number) => {
    const { events: own } = await store.readStream(`item-${id}`);
    const reader = { seesWords: true, scope: { kind: 'all' }, moment: null } as const;
    await inScope(db, reader.scope, (trx) => findItemHistory(trx, store, id, reader));
    return own.length;
  };
  const results = await interleaved(reads);
  await store.close();
  await Promise.all([pool.end(), admin.end()]);
  await report(results);
}

interface Result {
  readonly name: string;
  readonly ours: Sample;
  readonly raw: Sample | undefined;
}

/** Every read in turn, ours and raw, again and again: what disturbs the machine meets each of them. */
async function interleaved(reads: readonly Read[]): Promise<readonly Result[]> {
  const times = reads.map(() => ({ ours: [] as number[], raw: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, read] of reads.entries()) {
      times[index]?.ours.push(await timed(read.ours));
      if (read.raw !== undefined) times[index]?.raw.push(await timed(read.raw));
    }
    if (round % 10 === 0) process.stderr.write('.');
  }
  process.stderr.write('\n');
  return reads.map(({ name }, index) => {
    const { ours = [], raw = [] } = times[index] ?? {};
    return { name, ours: sampleOf(ours, 1, 0), raw: raw.length === 0 ? undefined : sampleOf(raw, 1, 0) };
  });
}

/** A deposit anywhere among the newest, as the shop that took it in opens it. */
async function detailOf(db: Kysely<Database>): Promise<unknown> {
  const options = { audience: 'shop', policy: DEFAULT_POLICY } as const;
  return inScope(db, SHOP, async (trx) => {
    const newest = await trx
      .selectFrom('item_row')
      .select('rma_id')
      .where('store_id', '=', SHOP.siteId)
      .orderBy('id', 'desc')
      .offset(Math.floor(Math.random() * 200))
      .limit(1)
      .executeTakeFirst();
    return newest && findRmaView(trx, newest.rma_id, options);
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function report(results: readonly Result[]): Promise<void> {
  const rows = results.map(({ name, ours, raw }) => [
    name,
    ours.p50.toFixed(1),
    ours.p99.toFixed(1),
    raw?.p50.toFixed(1) ?? '–',
    raw?.p99.toFixed(1) ?? '–',
    raw === undefined ? '–' : (ours.p99 / raw.p99).toFixed(2),
  ]);
  const title = `W4, M5: reads over ${whole(items)} items, raw SQL of the same answer beside`;
  const head = ['', 'p50 ms', 'p99 ms', 'raw p50', 'raw p99', 'p99 ÷ raw'];
  process.stdout.write(`\n${title}\n\n${markdownTable(head, rows)}\n`);
  const folder = join(projectRoot, 'tests', 'results');
  await mkdir(folder, { recursive: true });
  const json = { machine: { cpus: cpus().length, model: cpus()[0]?.model }, items, rounds, results };
  await writeFile(join(folder, 'bench-reads.json'), `${JSON.stringify(json, null, 2)}\n`);
}
