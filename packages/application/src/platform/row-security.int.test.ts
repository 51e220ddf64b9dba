import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { createTestStore, type TestStore } from '@atelier/event-store/testing/test-store.ts';
import { createDatabase, inScope } from './database.ts';

let t: TestStore;

beforeAll(async () => {
  t = await createTestStore();
  const owner = createPool({ connectionString: t.database.connectionString, role: 'owner', max: 1 });
  // What a migration of a slice does.
  await owner.query(`create table things (
      id bigint primary key, site_id integer not null, place integer,
      version integer not null, position bigint not null);
    select protect_table('things', 'site_id = (select app_scope_site())');
    insert into things select id, site_id, null, 1, id
      from (values (1, 1), (2, 2), (3, 2), (4, 1)) row (id, site_id)`);
  await owner.end();
});
afterAll(() => t.close());

async function seen(scope: DataScope): Promise<readonly { id: number }[]> {
  return inScope(createDatabase(t.pool), scope, async (trx) => {
    const result = await sql<{ id: number }>`select * from things order by id`.execute(trx);
    return result.rows;
  });
}

describe('row-level security', () => {
  const ids = async (scope: DataScope) => (await seen(scope)).map(({ id }) => id);

  test('shows what the scope allows and nothing else', async () => {
    expect(await ids({ kind: 'all' })).toEqual([1, 2, 3, 4]);
    expect(await ids({ kind: 'store', siteId: 1 })).toEqual([1, 4]);
    expect(await ids({ kind: 'site', siteId: 2 })).toEqual([2, 3]);
    expect(await ids({ kind: 'store', siteId: 9 })).toEqual([]);
    expect(await ids({ kind: 'none' })).toEqual([]);
  });

  test('shows nothing to a session that says nothing, also after a scoped one on the same connection', async () => {
    const pool = createPool({ connectionString: t.database.appUrl, role: 'atelier_app', max: 1 });
    await inScope(createDatabase(pool), { kind: 'all' }, async (trx) => {
      expect((await sql`select * from things`.execute(trx)).rows).toHaveLength(4);
    });
    expect((await pool.query('select * from things')).rows).toEqual([]);
    await pool.end();
  });

  test('lets projectors write all of it, and the app nothing', async () => {
    const pool = createPool({ connectionString: t.database.appUrl, role: 'atelier_projector' });
    expect((await pool.query('update things set place = 9')).rowCount).toBe(4);
    await pool.end();
    await expect(t.pool.query('update things set place = 1')).rejects.toThrow(/permission denied/);
  });
});
