// npm run bench -- sealed-reads [--items 20000] [--pairs 60]
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { createDatabase, inScope, type Database } from '@atelier/application/platform/database.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { sealStoredRows } from '@atelier/application/privacy/seal-rows.commands.ts';
import { listItemIds } from '@atelier/application/repair-list/item-list.queries.ts';
import type { ItemListRequest } from '@atelier/application/repair-list/item-filters.queries.ts';
import { findItemRecords } from '@atelier/application/repair-detail/item-record.queries.ts';
import { searchByField } from '@atelier/application/repair-list/search.queries.ts';
import { renewSearchWords } from '@atelier/application/repair-list/search-words.commands.ts';
import { vaultPlaceOf, type VaultPlace } from '@atelier/key-vault/vault-place.ts';
import { masterKeyOf } from '@atelier/key-vault/master-key.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import type { Kysely } from 'kysely';
import { loadReference } from '../../demo/reference/load.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { runSql } from '@atelier/host/postgres/database.ts';
import { asRole } from '../harness/as-role.ts';
import { fillReadModels } from './lib/fill-reads.ts';
import { startBenchServer } from './lib/server.ts';
import { median } from './lib/stats.ts';
import { markdownTable } from './lib/table.ts';

const { values: flags } = parseArgs({
  options: { items: { type: 'string', default: '20000' }, pairs: { type: 'string', default: '60' } },
});
const [items, pairs] = [Number(flags.items), Number(flags.pairs)];
const SHOP = { kind: 'store', siteId: 3 } as const;
const PAGE_SIZE = 50;

interface Read {
  readonly name: string;
  readonly run: (db: Kysely<Database>, round: number) => Promise<unknown>;
}

const READS: readonly Read[] = [
  { name: "a shop's list, the same page again", run: (db) => list(db, {}) },
  { name: "a shop's list, a page not read lately", run: (db, round) => list(db, { page: 2 + (round % 8) }) },
  { name: 'a list by name', run: (db, round) => list(db, { q: `last${100 + round}` }) },
  {
    name: 'search page: name',
    run: (db, round) => inScope(db, SHOP, (trx) => searchByField(trx, `last${100 + round}`, 'shop')),
  },
  {
    name: 'search page: a phone',
    run: (db) => inScope(db, SHOP, (trx) => searchByField(trx, '+33 6 00 50 01 23', 'shop')),
  },
];

const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-reads-'));
const vault = vaultPlaceOf({}, join(folder, 'master.key'));
const server = await startBenchServer();
try {
  const { url, ownerUrl } = await server.migratedDatabase('clear');
  const owner = createPool({ connectionString: ownerUrl, role: 'owner', max: 1 });
  await loadReference(createDatabase(owner), new Date(), 7);
  await owner.end();
  await fillReadModels(server.adminUrl('clear'), items);
  await runSql(server.adminUrl('postgres'), 'create database sealed template clear');
  const sealedUrl = url.replace('/clear', '/sealed');
  await sealAll(sealedUrl);
  await compare(await openReader(url), await openReader(sealedUrl, vault));
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}

/** As workers do after an upgrade: rows first, then the words of search. */
async function sealAll(url: string): Promise<void> {
  const { db, store, close } = await openReader(
    asRole(url.replace(/\?.*$/, ''), 'atelier_projector'),
    vault,
    'atelier_projector',
  );
  const began = performance.now();
  const rows = await sealStoredRows(db, store.sealing, () => false);
  await renewSearchWords(
    db,
    () => Promise.resolve(),
    () => false,
  );
  process.stderr.write(`${rows} rows sealed in ${((performance.now() - began) / 1_000).toFixed(1)} s\n`);
  await close();
}

async function openReader(
  connectionString: string,
  files?: VaultPlace,
  role: 'atelier_app' | 'atelier_projector' = 'atelier_app',
) {
  const pool = createPool({ connectionString, role, max: 4 });
  const masterKey = masterKeyOf(Buffer.alloc(32, 1));
  const store = await openStore({
    pool,
    masterKey,
    registry: EVENT_REGISTRY,
    ...(files && { vault: files }),
  });
  const close = async (): Promise<void> => {
    await store.close();
    await pool.end();
  };
  return { db: createDatabase(pool, store.sealing), store, close };
}
type Reader = Awaited<ReturnType<typeof openReader>>;

function list(db: Kysely<Database>, request: Partial<ItemListRequest>) {
  return inScope(db, SHOP, async (trx) => {
    const context = { scope: SHOP, now: new Date(), policy: DEFAULT_POLICY };
    const { ids } = await listItemIds(trx, { page: 1, pageSize: PAGE_SIZE, ...request }, context);
    return findItemRecords(trx, ids);
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** One after the other, either of them first in turn. */
async function compare(clear: Reader, sealed: Reader): Promise<void> {
  const times = READS.map(() => ({ clear: [] as number[], sealed: [] as number[] }));
  for (let round = 0; round < pairs; round += 1)
    for (const [index, { run }] of READS.entries()) {
      const first = round % 2 === 0 ? 'clear' : 'sealed';
      const order = first === 'clear' ? (['clear', 'sealed'] as const) : (['sealed', 'clear'] as const);
      for (const which of order) {
        const { db } = which === 'clear' ? clear : sealed;
        times[index]?.[which].push(await timed(() => run(db, round)));
      }
    }
  await Promise.all([clear.close(), sealed.close()]);
  const results = READS.map(({ name }, index) => ({
    name,
    clear: median(times[index]?.clear ?? []),
    sealed: median(times[index]?.sealed ?? []),
    ratio: median((times[index]?.sealed ?? []).map((ms, at) => ms / (times[index]?.clear[at] ?? ms))),
  }));
  const head = ['', 'in clear, ms', 'sealed, ms', 'ratio, median of pairs'];
  const rows = results.map((each) => [
    each.name,
    each.clear.toFixed(1),
    each.sealed.toFixed(1),
    each.ratio.toFixed(2),
  ]);
  process.stdout.write(
    `\nReads over ${items} pieces, rows in clear and sealed\n\n${markdownTable(head, rows)}\n`,
  );
  const output = join(projectRoot, 'tests', 'results');
  await mkdir(output, { recursive: true });
  const json = { machine: { cpus: cpus().length, model: cpus()[0]?.model }, items, pairs, results };
  await writeFile(join(output, 'bench-sealed-reads.json'), `${JSON.stringify(json, null, 2)}\n`);
}
