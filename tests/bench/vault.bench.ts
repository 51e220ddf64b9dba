// npm run bench -- vault [--erased 0,10000,100000] [--each 50]
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { personPlaces } from '@atelier/key-vault/key-tree.ts';
import { masterKeyOf } from '@atelier/key-vault/master-key.ts';
import { openVaultFor } from '@atelier/key-vault/open-vault.ts';
import { openPostgresVault } from '@atelier/key-vault/postgres-vault.ts';
import { openSqliteVault } from '@atelier/key-vault/sqlite-vault.ts';
import { puncture } from '@atelier/key-vault/stored-vault.ts';
import { vaultPlaceOf, type VaultPlace } from '@atelier/key-vault/vault-place.ts';
import { vaultIdOf } from '@atelier/key-vault/vault-revision.ts';
import { addErasures, ledgerLength, PERSONS } from '@atelier/key-vault/vault-rows.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { inTransaction } from '@atelier/postgres/transaction.ts';
import type { Pool } from 'pg';
import { projectRoot } from '@atelier/host/files.ts';
import { startBenchServer } from './lib/server.ts';
import { median } from './lib/stats.ts';
import { markdownTable, whole } from './lib/table.ts';

const { values: flags } = parseArgs({
  options: {
    erased: { type: 'string', default: '0,10000,100000' },
    each: { type: 'string', default: '50' },
  },
});
const counts = flags.erased.split(',').map(Number);
const each = Number(flags.each);
const masterKey = masterKeyOf(Buffer.alloc(32, 1));
const FILLED_AT_ONCE = 200;

const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-vault-'));
const server = await startBenchServer();
try {
  const vaultUrl = await server.emptyDatabase('vault');
  const places = {
    SQLite: vaultPlaceOf({ file: join(folder, 'key-vault.sqlite') }, ''),
    PostgreSQL: vaultPlaceOf({ url: vaultUrl, file: join(folder, 'none') }, ''),
  };
  const rows: string[][] = [];
  for (const [kind, place] of Object.entries(places)) {
    const { url } = await server.migratedDatabase(`of_${kind.toLowerCase()}`);
    const pool = createPool({ connectionString: url, role: 'atelier_app', max: 4 });
    for (const count of counts) {
      rows.push([kind, whole(count), ...(await measure(pool, place, count))]);
      process.stdout.write(`${rows.at(-1)?.join('  ')}\n`);
    }
    await pool.end();
  }
  const head = ['', 'erased before', 'one erasure, ms', 'CPU, ms', 'longest turn, ms', 'opening, ms', 'MB'];
  process.stdout.write(`\n${markdownTable(head, rows)}\n`);
  const output = join(projectRoot, 'tests', 'results');
  await mkdir(output, { recursive: true });
  const machine = { cpus: cpus().length, model: cpus()[0]?.model };
  await writeFile(join(output, 'bench-vault.json'), `${JSON.stringify({ machine, each, rows }, null, 2)}\n`);
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}

/** Medians of erasures one after the other, and of openings up to the first key. */
async function measure(pool: Pool, place: VaultPlace, count: number): Promise<readonly string[]> {
  await fill(pool, place, count);
  const times: number[] = [];
  const cpu: number[] = [];
  const { vault } = await openVaultFor(pool, place, masterKey);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (let index = 0; index < each; index += 1) {
    const erasure = { subject: `one-${count}-${index}`, reason: 'x', erasedAt: new Date().toISOString() };
    const before = process.cpuUsage();
    times.push(await timed(() => inTransaction(pool, (client) => vault.destroy(client, [erasure]))));
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1_000);
  }
  delay.disable();
  await vault.close();
  const openings: number[] = [];
  for (let index = 0; index < 10; index += 1)
    openings.push(
      await timed(async () => {
        const opened = (await openVaultFor(pool, place, masterKey)).vault;
        await opened.wrap([{ subject: `fresh-${index}`, key: randomBytes(32) }]);
        await opened.close();
      }),
    );
  const figures = [median(times), median(cpu), delay.max / 1e6, median(openings)].map((ms) => ms.toFixed(1));
  return [...figures, (await sizeOf(place)).toFixed(1)];
}

/** Up to so many erased persons, many in a transaction. */
async function fill(pool: Pool, place: VaultPlace, count: number): Promise<void> {
  await (await openVaultFor(pool, place, masterKey)).vault.close();
  const { url, file } = place;
  const database = await (url === undefined ? openSqliteVault(file) : openPostgresVault(url));
  const placeOf = personPlaces((await vaultIdOf(database.sql)) ?? '');
  for (let from = await ledgerLength(database.sql); from < count; from += FILLED_AT_ONCE)
    await database.transaction(async (sql) => {
      const size = Math.min(FILLED_AT_ONCE, count - from);
      const subjects = Array.from({ length: size }, (_, index) => `filled-${from + index}`);
      await addErasures(
        sql,
        subjects.map((subject) => ({ subject, reason: 'x', erasedAt: '2026-11-20T10:00:00.000Z' })),
      );
      await puncture(sql, PERSONS, placeOf, subjects);
    });
  await database.scrub();
  await database.close();
}

async function sizeOf({ url, file }: VaultPlace): Promise<number> {
  if (url === undefined) return (await stat(file)).size / 1e6;
  const pool = createPool({ connectionString: url, role: 'owner', max: 1 });
  const { rows } = await pool.query<{ size: number }>('select pg_database_size(current_database()) as size');
  await pool.end();
  return (rows[0]?.size ?? 0) / 1e6;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
