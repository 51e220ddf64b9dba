import { type Pool, Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool } from '../pool.ts';
import { createTestStore, made, moved, testMetadata, to, type TestStore } from '../testing/test-store.ts';
import type { InlineRow } from '../types.ts';

let t: TestStore;
let owner: Client;
let projector: Pool;

beforeAll(async () => {
  t = await createTestStore();
  owner = new Client({ connectionString: t.database.connectionString });
  await owner.connect();
  projector = createPool({ connectionString: t.database.projectorUrl, role: 'atelier_projector', max: 1 });
  // What a migration of a slice does.
  await owner.query(`create table things (
      id bigint primary key, site_id integer not null, name text not null, place integer, tags text[],
      shout text generated always as (upper(name)) stored,
      version integer not null, position bigint not null);
    select register_inline_table('things');
    select protect_table('things', 'site_id = (select app_scope_site())')`);
});
afterAll(async () => {
  await Promise.all([owner.end(), projector.end()]);
  await t.close();
});

const row = (id: number, values: Record<string, unknown>): InlineRow => ({
  table: 'things',
  values: { id, site_id: 1, name: 'ring', place: null, tags: [], ...values },
});

/** As projectors see them: all of them. */
async function seen(): Promise<readonly { id: number }[]> {
  const { rows } = await projector.query<{ id: number }>('select * from things order by id');
  return rows;
}

describe('inline rows', () => {
  test('are written with the events, version and position filled in', async () => {
    const { position } = await t.store.append({
      streams: [{ ...to('thing-1', 0, made('ring'), moved(3)), row: row(1, { place: 3, tags: ['a', 'ü'] }) }],
      metadata: testMetadata,
    });
    expect(await seen()).toEqual([
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
    expect(await seen()).toMatchObject([
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
    expect((await seen())[0]).toMatchObject({ name: 'chain', version: 3 });
  });

  test('follow a column added later once the migrations have run', async () => {
    await owner.query(`alter table things add column colour text; select refresh_inline_tables()`);
    await t.store.append({
      streams: [{ ...to('thing-4', 0, made('x')), row: row(4, { colour: 'rosé' }) }],
      metadata: testMetadata,
    });
    expect((await seen()).at(-1)).toMatchObject({ id: 4, colour: 'rosé' });
  });
});
