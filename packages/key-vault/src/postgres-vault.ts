import { Pool, types, type PoolClient } from 'pg';
import { connectionFault } from '@atelier/postgres/connection/connection-fault.ts';
import { connectionTo } from '@atelier/postgres/connection/connection-to.ts';
import { placeOf } from '@atelier/postgres/connection/address.ts';
import type { VaultDatabase, VaultSql } from './vault-database.ts';
import { vaultTables } from './vault-tables.ts';

const TYPES = { bytes: 'bytea', text: 'text collate "C"', number: 'bigint', suffix: '' };
/** A writer that stalls loses its session, and with it the lock: what it wrote is rolled back. */
const LIMITS =
  '-c statement_timeout=15s -c lock_timeout=10s -c idle_in_transaction_session_timeout=10s -c synchronous_commit=on';
const INT8 = types.builtins.INT8;

/**
 * A vault in a separate PostgreSQL, for nodes on several machines. Its login owns the tables and makes them. Without `makes`, and
 * without tables, its statements fail.
 */
export async function openPostgresVault(
  url: string,
  options: { readonly makes?: boolean } = {},
): Promise<VaultDatabase> {
  const pool = new Pool({
    ...connectionTo(url),
    max: 4,
    connectionTimeoutMillis: 5_000,
    application_name: 'atelier vault',
    options: LIMITS,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    client.setTypeParser(INT8, Number);
  });
  try {
    await pool.query('select 1');
    if (options.makes === true) await transact(pool, makeTables);
  } catch (error) {
    await pool.end();
    throw connectionFault('KEY_VAULT_URL', url, error);
  }
  let ended: Promise<void> | undefined;
  return {
    name: placeOf(url),
    sql: statementsOf(pool),
    transaction: (work) =>
      transact(pool, async (sql) => {
        await sql('lock table vault_revisions in exclusive mode');
        return work(sql);
      }),
    // Dead rows go to its own vacuum, and what they held to its log: neither may be copied (docs/operations/key-vault.md).
    scrub: () => Promise.resolve(),
    close: () => (ended ??= pool.end()),
  };
}

async function makeTables(sql: VaultSql): Promise<void> {
  // Two nodes may start at the same moment.
  await sql('select pg_advisory_xact_lock(4715029)');
  for (const table of vaultTables(TYPES)) await sql(table);
}

function statementsOf(db: Pick<Pool | PoolClient, 'query'>): VaultSql {
  return async <Row extends object>(text: string, values: readonly unknown[] = []) => {
    const { rows } = await db.query<Row>(text, [...values]);
    return rows;
  };
}

async function transact<T>(pool: Pool, work: (sql: VaultSql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: unknown;
  try {
    await client.query('begin');
    const result = await work(statementsOf(client));
    await client.query('commit');
    return result;
  } catch (error) {
    failure = error;
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release(failure !== undefined);
  }
}
