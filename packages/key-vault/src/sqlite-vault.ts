import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { BrokenKeyVault, KeyVaultBusy } from './errors.ts';
import { withKeyedMutex } from '@atelier/postgres/keyed-mutex.ts';
import type { VaultDatabase, VaultSql } from './vault-database.ts';
import { vaultTables } from './vault-tables.ts';

const BUSY = 5;
const WAIT_MS = 5_000;
const RETRY_MS = 20;
const STATEMENTS = 100;

/** Columns as SQLite types them; text compares by bytes. */
const TYPES = { bytes: 'blob', text: 'text', number: 'integer', suffix: ' without rowid' };

export interface SqliteOptions {
  readonly isReadOnly?: boolean;
  /** Makes the file, with empty tables, where there is none. */
  readonly makes?: boolean;
}

/**
 * A vault in a SQLite file, for the processes of one machine. Deleted rows are overwritten (`secure_delete`), and `scrub` empties the
 * write-ahead log, which may still hold them. A busy file is waited for without blocking the process.
 *
 * @throws BrokenKeyVault for a file that is none
 */
export async function openSqliteVault(file: string, options: SqliteOptions = {}): Promise<VaultDatabase> {
  const { isReadOnly = false, makes = false } = options;
  if (makes) await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  else if (!existsSync(file)) throw new BrokenKeyVault(file);
  const database = openFile(file, isReadOnly);
  const sql = statementsOf(database);
  if (makes) for (const table of vaultTables(TYPES)) database.exec(table);
  return {
    name: file,
    sql,
    transaction: (work) =>
      withKeyedMutex(database, 'writer', () => transact(database, file, () => work(sql))),
    scrub: () => untilFree(file, () => emptyLog(database)),
    close: () =>
      withKeyedMutex(database, 'writer', async () => {
        if (database.isOpen) database.close();
      }),
  };
}

function openFile(file: string, readOnly: boolean): DatabaseSync {
  const mask = process.umask(0o077);
  try {
    const database = new DatabaseSync(file, { readOnly, timeout: 0 });
    const settings = readOnly ? '' : 'pragma journal_mode = wal; pragma secure_delete = on;';
    database.exec(`${settings} pragma synchronous = full; select count(*) from sqlite_schema;`);
    return database;
  } catch {
    // Said without what the file holds.
    throw new BrokenKeyVault(file);
  } finally {
    process.umask(mask);
  }
}

function statementsOf(database: DatabaseSync): VaultSql {
  const prepared = new Map<string, StatementSync>();
  const prepare = (text: string): StatementSync => {
    const statement = prepared.get(text) ?? database.prepare(text);
    if (prepared.size >= STATEMENTS) prepared.clear();
    prepared.set(text, statement);
    return statement;
  };
  return async <Row extends object>(text: string, values: readonly (string | number | Uint8Array)[] = []) => {
    const named = Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value]));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the statement names its columns
    return prepare(text).all(named) as Row[];
  };
}

/** `work` awaits nothing but statements, which are done when they return: the transaction ends within one turn of the event loop. */
async function transact<T>(database: DatabaseSync, file: string, work: () => Promise<T>): Promise<T> {
  await untilFree(file, () => {
    database.exec('begin immediate');
    return true;
  });
  try {
    const result = await work();
    database.exec('commit');
    // So that a copy of the file alone is whole. Where a reader is in the way, the next transaction does it.
    isDone(() => emptyLog(database));
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

/** False while a reader still holds a part of the log. */
function emptyLog(database: DatabaseSync): boolean {
  const row = database.prepare('pragma wal_checkpoint(truncate)').get();
  return row?.['busy'] === 0;
}

/** @throws KeyVaultBusy when another process holds the file for seconds: it was stopped in the middle */
async function untilFree(file: string, attempt: () => boolean): Promise<void> {
  for (const deadline = performance.now() + WAIT_MS; !isDone(attempt); await sleep(RETRY_MS))
    if (performance.now() > deadline) throw new KeyVaultBusy(file);
}

function isDone(attempt: () => boolean): boolean {
  try {
    return attempt();
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === BUSY) return false;
    throw error;
  }
}
