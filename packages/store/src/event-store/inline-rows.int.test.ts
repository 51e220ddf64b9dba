import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DataScope } from '@atelier/domain/identity/principal.ts';
import { createDatabase, createPool, inScope } from '../database.ts';
import { createTestStore, made, moved, testMetadata, to } from './testing.ts';
import type { TestStore } from './testing.ts';
import type { InlineRow } from './types.ts';

let t: TestStore;
let owner: Client;

beforeAll(async () => {
  t = await createTestStore();
  owner = new Client({ connectionString: t.database.connectionString });
  await owner.connect();
  // What a migration of a slice does.
  await owner.query(`create table things (
      id bigint primary key, site_id integer not null, name text not null, place integer, tags text[],
      shout text generated always as (upper(name)) stored,
      version integer not null, position bigint not null);
    select register_inline_table('things');
    select protect_table('things', 'site_id = (select app_scope_site())')`);
});
afterAll(async () => {
  await owner.end();
  await t.close();
});

const row = (id: number, values: Record<string, unknown>): InlineRow => ({
  table: 'things',
  values: { id, site_id: 1, name: 'ring', place: null, tags: [], ...values },
});

async function seen(scope: DataScope): Promise<readonly { id: number }[]> {
  const db = createDatabase(t.pool);
  return inScope(db, scope, async (trx) => {
    const result = await sql<{ id: number }>`select * from things order by id`.execute(trx);
    return result.rows;
  });
}

describe('inline rows', () => {
  test('are written with the events, version and position filled in', async () => {
    const { position } = await t.store.append({
      streams: [{ ...to('thing-1', 0, made('ring'), moved(3)), row: row(1, { place: 3, tags: ['a', 'ü'] }) }],
      metadata: testMetadata,
    });
    expect(await seen({ kind: 'all' })).toEqual([
      {
        id: 1,
        site_id: 1,
        name: 'ring',
        place: 3,
        tags: ['a', 'ü'],
        shout: 'RING',
        version: 2,
        position,
      },
    ]);
  });

  test('are replaced whole by the next append, many at once', async () => {
    const { position } = await t.store.append({
      streams: [
        { ...to('thing-1', 2, moved(4)), row: row(1, { name: 'chain' }) },
        { ...to('thing-2', 0, made('x')), row: row(2, { site_id: 2 }) },
        { ...to('thing-3', 0, made('x')), row: row(3, { site_id: 2 }) },
      ],
      metadata: testMetadata,
    });
    expect(await seen({ kind: 'all' })).toMatchObject([
      { id: 1, name: 'chain', place: null, version: 3 },
      { id: 2, site_id: 2, version: 1 },
      { id: 3, site_id: 2, version: 1, position },
    ]);
  });

  test('that break a rule of the table undo the whole command', async () => {
    const broken = t.store.append({
      streams: [
        { ...to('thing-1', 3, moved(5)), row: row(1, { name: null }) },
        { ...to('thing-2', 1, moved(5)), row: row(2, {}) },
      ],
      metadata: testMetadata,
    });
    await expect(broken).rejects.toThrow(/not-null/);
    expect((await t.store.readStream('thing-2')).version).toBe(1);
  });

  test('never go back to an older version', async () => {
    const old = JSON.stringify([{ ...row(1, { name: 'old' }).values, version: 2, position: 1 }]);
    await owner.query('select write_inline_rows($1, $2)', ['things', old]);
    expect((await seen({ kind: 'all' }))[0]).toMatchObject({ name: 'chain', version: 3 });
  });

  test('follow a column added later once the migrations have run', async () => {
    await owner.query(`alter table things add column colour text; select refresh_inline_tables()`);
    await t.store.append({
      streams: [{ ...to('thing-4', 0, made('x')), row: row(4, { colour: 'rosé' }) }],
      metadata: testMetadata,
    });
    expect((await seen({ kind: 'all' })).at(-1)).toMatchObject({ id: 4, colour: 'rosé' });
  });
});

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
