import { isLockConflict } from '@atelier/postgres/lock-conflict.ts';
import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionTo } from '@atelier/postgres/connection/connection-to.ts';
import { Client } from 'pg';
import {
  carryOver,
  isMadeByReplaced,
  readAmended,
  readReplaced,
  readSqlFile,
  recordApplied,
  refuseChanged,
  refuseGone,
  type AmendedMigrations,
  type AppliedMigration,
  type SqlFile,
} from './migration-history.ts';
import { applyRepeatable, findChangedRepeatables } from './repeatable-migrations.ts';

export interface Migration extends AppliedMigration, SqlFile {}

export interface MigrateOptions {
  /** How long a file is tried again while others hold its tables; five minutes when not given. */
  readonly patienceMs?: number;
  /** Called each time that a file gave way. */
  readonly onBusy?: (name: string) => void;
  /** Called when the database was made by migrations that the baseline replaced, with how many stay as history. */
  readonly onCarriedOver?: (replaced: number) => void;
}

const lockTimeout = '2s';
const patience = 300_000;
const pauseMs = 1_000;

// Any fixed number: two starting nodes must not migrate at once.
const lockKey = 721_093_311;
const fileName = /^(\d{4})_([a-z0-9_]+)\.sql$/;

/**
 * Applies the numbered SQL files that the database lacks, in order, each in a separate transaction, as the
 * tables' owner. Forward only: a changed or missing file that was applied is an error, unless `amended.json` knows its earlier text.
 * A number below the newest applied one is applied too: two branches that were merged may have numbers in any
 * order. The files of the folder `repeatable` follow, wherever their text differs from the one that was applied last
 * (decisions/0219). A lock on a table is waited for two seconds at a time, so that the running system
 * goes on in between. A database that was made by the migrations which the baseline replaced is carried over first
 * (decisions/0123). Answers the names it applied.
 */
export async function migrate(
  connectionString: string,
  directory: string,
  options: MigrateOptions = {},
): Promise<readonly string[]> {
  const migrations = await readMigrations(directory);
  const client = new Client({ ...connectionTo(connectionString), application_name: 'atelier migrate' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    // A statement that waits for a lock makes everybody after it wait too: it gives way and comes again.
    await client.query(`set lock_timeout = '${lockTimeout}'`);
    await carryOverWhenReplaced(client, directory, migrations, options);
    const amended = await readAmended(directory);
    const pending = pendingMigrations(migrations, await appliedMigrations(client), amended);
    for (const migration of pending) await apply(client, migration, options);
    const changed = await findChangedRepeatables(client, directory);
    for (const file of changed)
      await patiently(client, file.name, () => applyRepeatable(client, file), options);
    const applied = [...pending, ...changed];
    const refresh = async () => void (await client.query('select refresh_inline_tables()'));
    if (applied.length > 0) await patiently(client, 'of inline rows', refresh, options);
    return applied.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** The migration files of a folder, by number. Throws on a stray or doubled number. */
export async function readMigrations(directory: string): Promise<readonly Migration[]> {
  const files = (await readdir(directory)).filter((file) => fileName.test(file)).sort();
  const migrations = await Promise.all(files.map((file) => readMigration(directory, file)));
  const numbers = new Set(migrations.map((migration) => migration.number));
  if (numbers.size !== migrations.length) throw new Error('two migrations carry the same number');
  return migrations;
}

async function readMigration(directory: string, file: string): Promise<Migration> {
  return { number: Number(file.slice(0, 4)), ...(await readSqlFile(directory, file)) };
}

/** What is left to apply. Throws when history and files disagree. */
export function pendingMigrations(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
  amended: AmendedMigrations = {},
): readonly Migration[] {
  const byNumber = new Map(migrations.map((migration) => [migration.number, migration]));
  for (const { number, name, checksum } of applied) {
    const file = byNumber.get(number);
    if (file === undefined) refuseGone(name);
    if (file.checksum !== checksum && amended[name]?.includes(checksum) !== true) refuseChanged(name);
  }
  const known = new Set(applied.map((migration) => migration.number));
  return migrations.filter((migration) => !known.has(migration.number));
}

/** Does nothing to a database that the baseline made, or that is empty. */
async function carryOverWhenReplaced(
  client: Client,
  directory: string,
  migrations: readonly Migration[],
  options: MigrateOptions,
): Promise<void> {
  const replaced = await readReplaced(directory);
  if (replaced === undefined || !isMadeByReplaced(await appliedMigrations(client), replaced)) return;
  const end = migrations.findIndex(({ name }) => name === replaced.baselineEnd);
  if (end < 0) throw new Error(`${replaced.baselineEnd}, where the baseline ends, is not there`);
  const baseline = migrations.slice(0, end + 1);
  await patiently(client, `to ${replaced.baselineEnd}`, () => carryOver(client, baseline), options);
  options.onCarriedOver?.(replaced.replaced.length);
}

/** Without the history of what the baseline replaced, whose numbers are below zero. */
async function appliedMigrations(client: Client): Promise<readonly AppliedMigration[]> {
  await client.query(`create table if not exists schema_migrations (
    number integer primary key, name text not null, checksum text not null,
    applied_at timestamptz not null default now())`);
  const { rows } = await client.query<AppliedMigration>(
    'select number, name, checksum from schema_migrations where number > 0 order by number',
  );
  return rows;
}

function apply(client: Client, migration: Migration, options: MigrateOptions): Promise<void> {
  const work = async (): Promise<void> => {
    await client.query(migration.sql);
    await recordApplied(client, migration);
  };
  return patiently(client, migration.name, work, options);
}

/** Does the work in a transaction, and repeats it when a table was locked. */
async function patiently(
  client: Client,
  name: string,
  work: () => Promise<void>,
  { patienceMs = patience, onBusy }: MigrateOptions,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await inTransaction(client, name, work);
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
      onBusy?.(name);
      await sleep(pauseMs);
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && isLockConflict(error.cause);
}

async function inTransaction(client: Client, name: string, work: () => Promise<void>): Promise<void> {
  try {
    await client.query('begin');
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`migration ${name} failed: ${String(error)}`, { cause: error });
  }
}
