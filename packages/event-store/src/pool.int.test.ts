import { createTestDatabase, type TestDatabase } from '@atelier/tests/harness/postgres.ts';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPool } from './pool.ts';
import { sendTogether } from '@atelier/postgres/prepared-client.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const shown = (rows: readonly unknown[]): unknown => rows;

describe('just-in-time compilation, which costs more than our short queries', () => {
  it.each(['atelier_app', 'atelier_projector', 'owner'] as const)('is off for a pool of %s', async (role) => {
    const connectionString = role === 'owner' ? database.connectionString : database.appUrl;
    const pool = createPool({ connectionString, role, max: 1 });
    const { rows } = await pool.query('show jit');
    await pool.end();
    expect(shown(rows)).toEqual([{ jit: 'off' }]);
  });

  it('is off for every session of the services’ login, such as the queues', async () => {
    const client = new Client({ connectionString: database.appUrl });
    await client.connect();
    const { rows } = await client.query('show jit');
    await client.end();
    expect(shown(rows)).toEqual([{ jit: 'off' }]);
  });

  // The functions that migrate() writes again run inside an append only, which has it off for them.
  it('is off in every function of ours, for every caller', async () => {
    const client = new Client({ connectionString: database.connectionString });
    await client.connect();
    const { rows } = await client.query(`
      select p.oid::regprocedure::text as name from pg_proc p
        join pg_namespace n on n.oid = p.pronamespace
        join pg_language l on l.oid = p.prolang
       where n.nspname = 'public' and l.lanname = 'plpgsql' and p.prorettype <> 'trigger'::regtype
         and p.proname !~ '^(inline_upsert_|write_inline_(rows|records)$)'
         and not coalesce(p.proconfig @> '{jit=off}', false)`);
    await client.end();
    expect(shown(rows)).toEqual([]);
  });
});

it('a session whose machine is gone without a word ends after 11 seconds of silence', async () => {
  const pool = createPool({ connectionString: database.appUrl, role: 'atelier_app', max: 1 });
  const { rows } = await pool.query(
    `select name, setting from pg_settings where name like 'tcp_keepalives_%'`,
  );
  await pool.end();
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    tcp_keepalives_idle: '5',
    tcp_keepalives_interval: '2',
    tcp_keepalives_count: '3',
  });
});

it('queries that are sent together leave in one write and are answered each', async () => {
  const pool = createPool({ connectionString: database.appUrl, role: 'atelier_app', max: 1 });
  const client = await pool.connect();
  try {
    const { answers, unsent } = sendTogether(client, () => {
      const asked = Promise.all([client.query('select 1 as n'), client.query('select $1::int as n', [2])]);
      return { answers: asked, unsent: client.connection.stream.writableLength };
    });
    expect(unsent).toBeGreaterThan('select 1 as n'.length + 'select $1::int as n'.length);
    const rows = (await answers).flatMap((answer) => answer.rows);
    expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
  } finally {
    client.release();
    await pool.end();
  }
});

it('a statement may run for 15 seconds where a screen waits, for ten minutes where none does', async () => {
  const timeoutOf = async (unattended: boolean): Promise<unknown> => {
    const pool = createPool({ connectionString: database.appUrl, role: 'atelier_app', unattended, max: 1 });
    const { rows } = await pool.query<{ statement_timeout: string }>('show statement_timeout');
    await pool.end();
    return rows[0]?.statement_timeout;
  };
  expect([await timeoutOf(false), await timeoutOf(true)]).toEqual(['15s', '10min']);
});

describe('a connection that does not come', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ['', 2_000],
    ['-1', 2_000],
    ['5', 5_000],
  ])('is waited for so long when PGCONNECT_TIMEOUT is "%s"', async (seconds, milliseconds) => {
    vi.stubEnv('PGCONNECT_TIMEOUT', seconds);
    const pool = createPool({ connectionString: database.appUrl, role: 'atelier_app', max: 1 });
    expect(pool.options.connectionTimeoutMillis).toBe(milliseconds);
    await pool.end();
  });
});
