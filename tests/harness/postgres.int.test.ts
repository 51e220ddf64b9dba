import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { installedPostgres } from './installed-postgres.ts';
import { createTestDatabase } from './postgres.ts';

async function ask(connectionString: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows;
  } finally {
    await client.end();
  }
}

describe('a test database', () => {
  test('is the PostgreSQL asked for, on loopback, and the owner is no superuser', async () => {
    const database = await createTestDatabase();
    const [row] = await ask(
      database.connectionString,
      `select current_setting('server_version_num')::int / 10000 as major, rolsuper, host(inet_server_addr()) as host
         from pg_roles where rolname = current_user`,
    );
    // 18 is the embedded one.
    const major = process.env['TEST_POSTGRES'] === 'system' ? installedPostgres().major : 18;
    expect(row).toEqual({ major, rolsuper: false, host: '127.0.0.1' });
    await database.drop();
  });

  test('is entered by API and workers as the app, who cannot become the owner', async () => {
    const database = await createTestDatabase();
    const who = 'select current_user::text as who';
    expect(await ask(database.appUrl, who)).toEqual([{ who: 'atelier_app' }]);
    expect(await ask(database.projectorUrl, who)).toEqual([{ who: 'atelier_projector' }]);
    await expect(ask(database.appUrl, 'set role atelier_owner')).rejects.toThrow(/permission denied/);
    await expect(ask(database.appUrl, 'reset role; create table mine (id int)')).rejects.toThrow(
      /permission denied/,
    );
    await database.drop();
  });

  test('is its own: what one writes the other never sees', async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await ask(one.connectionString, 'create table only_here (id int)');
    const seen = await ask(other.connectionString, `select to_regclass('only_here') as found`);
    expect(seen).toEqual([{ found: null }]);
    await Promise.all([one.drop(), other.drop()]);
  });

  test('is gone after drop', async () => {
    const database = await createTestDatabase();
    await database.drop();
    await expect(ask(database.connectionString, 'select 1')).rejects.toThrow(/does not exist/);
  });
});
