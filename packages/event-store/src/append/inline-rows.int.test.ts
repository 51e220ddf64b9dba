import { type Pool, Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { createPool } from '../pool.ts';
import { appendBatch } from './append-batch.ts';
import { InlineTables } from './inline-tables.ts';
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

  test('come in the columns that the table has by now, also in another order of as many', async () => {
    await owner.query(`alter table things drop column place, add column stones integer;
      select refresh_inline_tables()`);
    await t.store.append({
      streams: [{ ...to('thing-5', 0, made('x')), row: row(5, { tags: ['a'], colour: 'white', stones: 7 }) }],
      metadata: testMetadata,
    });
    expect((await seen()).at(-1)).toMatchObject({ id: 5, tags: ['a'], colour: 'white', stones: 7 });
  });

  test('made for other columns are refused, with nothing written', async () => {
    const stale = new InlineTables();
    await stale.read(t.pool);
    await owner.query(`alter table things rename column stones to pearls; select refresh_inline_tables()`);
    const made6 = { streamId: 'thing-6', expectedVersion: 0, row: row(6, {}) };
    const events = [[randomUUID(), 'ThingMade', 1, { name: 'x' }] as const];
    const command = { metadata: testMetadata, idempotency: undefined, streams: [{ ...made6, events }] };
    await expect(appendBatch(t.pool, [command], stale)).rejects.toMatchObject({
      code: 'AT409',
      table: 'things',
    });
    expect((await t.store.readStream('thing-6')).version).toBe(0);
    await stale.read(t.pool);
    expect(await appendBatch(t.pool, [command], stale)).toMatchObject([{ versions: { 'thing-6': 1 } }]);
  });

  test('come as objects from a process of the release before', async () => {
    const events = [[randomUUID(), 'ThingMade', 1, { name: 'x' }] as const];
    const streams = [
      { streamId: 'thing-8', expectedVersion: 0, events, row: row(8, { name: 'old "x"', pearls: 4 }) },
    ];
    await appendBatch(t.pool, [{ metadata: testMetadata, idempotency: undefined, streams }]);
    expect((await seen()).at(-1)).toMatchObject({ id: 8, name: 'old "x"', pearls: 4, version: 1 });
  });

  test('for a table that is not registered are refused', async () => {
    const streams = [{ ...to('thing-9', 0, made('x')), row: { table: 'nothing', values: { id: 1 } } }];
    await expect(t.store.append({ streams, metadata: testMetadata })).rejects.toThrow(/not registered/);
  });
});

/** Texts that mean something to a record, an array, JSON or a line. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }).map((made) => made.replaceAll('\u0000', '')),
  fc.constantFrom(
    '',
    ' ',
    'NULL',
    'null',
    '{}',
    '{a,b}',
    '()',
    '(,)',
    '"',
    '\\',
    '\\"',
    "''",
    ',',
    '\u2028',
    '\n',
    'é',
    '指輪',
  ),
);
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
const lists = <T>(values: fc.Arbitrary<T>) => orNull(fc.array(orNull(values), { maxLength: 4 }));
const moments = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
const json = fc
  .jsonValue({ noUnicodeString: false })
  .filter((value) => !JSON.stringify(value).includes(String.raw`\u0000`));

/** A value of each type that PostgreSQL has for rows, as plain JSON. */
const VALUES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  text: orNull(text),
  'text[]': lists(text),
  smallint: orNull(fc.integer({ min: -32_768, max: 32_767 })),
  integer: orNull(fc.integer()),
  bigint: orNull(fc.maxSafeInteger()),
  'bigint[]': lists(fc.maxSafeInteger()),
  numeric: orNull(fc.integer().map((cents) => cents / 100)),
  'double precision': orNull(fc.double({ noNaN: true, noDefaultInfinity: true })),
  boolean: orNull(fc.boolean()),
  'boolean[]': lists(fc.boolean()),
  date: orNull(moments.map((at) => at.toISOString().slice(0, 10))),
  timestamptz: orNull(moments.map((at) => at.toISOString())),
  'timestamptz[]': lists(moments.map((at) => at.toISOString())),
  bytea: orNull(fc.uint8Array().map((bytes) => String.raw`\x${Buffer.from(bytes).toString('hex')}`)),
  uuid: orNull(fc.uuid()),
  jsonb: json,
  json,
  // An array within one reads as another dimension.
  'jsonb[]': lists(json.filter((value) => !Array.isArray(value))),
  int4range: orNull(fc.nat(1_000).map((from) => `[${from},${from + 5})`)),
  tstzrange: orNull(moments.map((at) => `["${at.toISOString()}",)`)),
};
const TYPES = Object.keys(VALUES);
const columnOf = (type: string): string => `a ${type}`;

test('a row reads as PostgreSQL makes it of the same values as JSON, whatever its types and texts', async () => {
  const columns = TYPES.map((type) => `${owner.escapeIdentifier(columnOf(type))} ${type}`);
  await owner.query(`create table kinds (
      id bigint primary key, ${columns.join(', ')}, version integer not null, position bigint not null);
    select register_inline_table('kinds')`);
  const store = await t.openAnother();
  let id = 0;
  const values = fc.record(Object.fromEntries(TYPES.map((type) => [columnOf(type), VALUES[type] ?? json])));
  await fc.assert(
    fc.asyncProperty(values, async (given) => {
      id += 1;
      const kept = { table: 'kinds', values: { id, ...given } };
      await store.append({
        streams: [{ ...to(`kind-${id}`, 0, made('x')), row: kept }],
        metadata: testMetadata,
      });
      const { rows } = await owner.query<{ is_same: boolean }>(
        `select to_jsonb(k) = to_jsonb(jsonb_populate_record(k, $2)) as is_same from kinds k where id = $1`,
        [id, JSON.stringify(kept.values)],
      );
      expect(rows).toEqual([{ is_same: true }]);
    }),
    { numRuns: 150 },
  );
});
