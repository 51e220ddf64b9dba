import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createEmptyDatabase, type TestDatabase } from '@atelier/tests/harness/postgres.ts';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate, readMigrations } from './migrate.ts';
import { readReplaced, type ReplacedMigrations } from './migration-history.ts';

const files = join(import.meta.dirname, '../../../../migrations');

let database: TestDatabase;
let owner: Client;
let folder: string;
let history: ReplacedMigrations;

beforeEach(async () => {
  const found = await readReplaced(files);
  if (found === undefined) throw new Error('migrations/replaced.json is not there');
  history = found;
  folder = await mkdtemp(join(tmpdir(), 'atelier-replaced-'));
  const isBaseline = (file: string): boolean => file <= history.baselineEnd || file === 'replaced.json';
  await cp(files, folder, {
    recursive: true,
    filter: (path) => path === files || isBaseline(basename(path)),
  });
  database = await createEmptyDatabase();
  await migrate(database.connectionString, folder);
  owner = new Client({ connectionString: database.connectionString });
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

const comments = `select pg_describe_object(classoid, objoid, objsubid) as object, description from pg_description
  where objoid >= 16384 and classoid <> 'pg_extension'::regclass order by 1`;

async function rows(sql: string): Promise<readonly Record<string, unknown>[]> {
  return (await owner.query<Record<string, unknown>>(sql)).rows;
}

/** Puts the bookkeeping of the replaced migrations in the place of the baseline's, and takes the comments away. */
async function givenReplaced(applied = history.replaced): Promise<void> {
  const admin = new Client({ connectionString: database.adminUrl });
  await admin.connect();
  await admin.query(
    `delete from pg_description where objoid >= 16384 and classoid <> 'pg_extension'::regclass`,
  );
  await admin.query('delete from schema_migrations');
  for (const { name, checksum } of applied) {
    await admin.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
      Number(name.slice(0, 4)),
      name,
      checksum,
    ]);
  }
  await admin.end();
}

const run = (onCarriedOver?: (replaced: number) => void): Promise<readonly string[]> =>
  migrate(database.connectionString, folder, onCarriedOver === undefined ? {} : { onCarriedOver });

const bookkeeping = 'select number, name, checksum from schema_migrations order by number';

describe('a database made by the migrations that the baseline replaced', () => {
  test('is carried over: comments, the baseline as applied, the replaced ones as history', async () => {
    const expected = await rows(comments);
    const baseline = await rows(bookkeeping);
    await givenReplaced();
    expect(await rows(comments)).toEqual([]);
    const carried: number[] = [];
    expect(await run((replaced) => carried.push(replaced))).toEqual([]);
    expect(carried).toEqual([history.replaced.length]);
    expect(await rows(comments)).toEqual(expected);
    expect(await rows(`${bookkeeping} offset ${history.replaced.length}`)).toEqual(baseline);
    expect(await rows('select name, checksum from schema_migrations where number < 0 order by name')).toEqual(
      history.replaced,
    );
  });

  test('is carried over once, also when three nodes start at the same moment', async () => {
    await givenReplaced();
    const carried: number[] = [];
    const note = (replaced: number): void => void carried.push(replaced);
    await Promise.all([run(note), run(note), run(note)]);
    expect(carried).toHaveLength(1);
    expect(await run(note)).toEqual([]);
    expect(carried).toHaveLength(1);
  });

  test('gets the migrations after the baseline in the same run', async () => {
    await givenReplaced();
    await cp(files, folder, { recursive: true });
    const later = (await readMigrations(files)).filter(({ name }) => name > history.baselineEnd);
    await writeFile(join(folder, '9001_first.sql'), 'create table first (id integer)');
    const applied = await run();
    expect(applied.filter((name) => !name.startsWith('repeatable/'))).toEqual([
      ...later.map(({ name }) => name),
      '9001_first.sql',
    ]);
    expect(applied.at(-1)).toMatch(/^repeatable\//);
    expect(await rows('select id from first')).toEqual([]);
  });

  test('keeps everything as it was when carrying over fails', async () => {
    await givenReplaced();
    await owner.query('drop table nav_circuits');
    const before = await rows(bookkeeping);
    await expect(run()).rejects.toThrow(/to 0022_registered_tables\.sql failed: .*nav_circuits/);
    expect(await rows(bookkeeping)).toEqual(before);
    expect(await rows(comments)).toEqual([]);
  });

  test('is refused while some of them are missing, and the sentence names the commit that has them', async () => {
    await givenReplaced(history.replaced.slice(0, 30));
    await expect(run()).rejects.toThrow(
      `The database has 30 of 49 migrations of an earlier version, ${history.replaced[30]?.name} is the first that it ` +
        `lacks: start it once with commit ${history.lastCommit}`,
    );
    expect(await rows(comments)).toEqual([]);
  });

  test('is refused when one of them was changed', async () => {
    const [first, ...others] = history.replaced;
    await givenReplaced([{ name: first?.name ?? '', checksum: 'other' }, ...others]);
    await expect(run()).rejects.toThrow(/0001_roles\.sql was changed after it was applied/);
  });

  test('is refused when it has an unknown one', async () => {
    await givenReplaced([...history.replaced, { name: '0500_unknown.sql', checksum: 'any' }]);
    await expect(run()).rejects.toThrow(/0500_unknown\.sql was applied, but its file is gone/);
  });
});

test('the baseline is numbered without gaps, and no name of it was used before', async () => {
  const migrations = await readMigrations(files);
  const names = new Set(migrations.map(({ name }) => name));
  const baseline = migrations.filter(({ name }) => name <= history.baselineEnd);
  expect(baseline.map(({ number }) => number)).toEqual(baseline.map((_, place) => place + 1));
  expect(names.has(history.baselineEnd)).toBe(true);
  expect(history.replaced.filter(({ name }) => names.has(name))).toEqual([]);
});

test('every table, function, type and sequence says what it holds or does', async () => {
  await migrate(database.connectionString, files);
  const silent = await rows(`
    select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
       and obj_description(c.oid, 'pg_class') is null
    union all
    select p.oid::regprocedure::text from pg_proc p
     where p.pronamespace = 'public'::regnamespace and obj_description(p.oid, 'pg_proc') is null
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select s.relname from pg_class s
     where s.relnamespace = 'public'::regnamespace and s.relkind = 'S' and obj_description(s.oid, 'pg_class') is null
       and not exists (select from pg_depend d where d.objid = s.oid and d.deptype in ('a', 'i'))
    union all
    select t.typname from pg_type t join pg_class c on c.oid = t.typrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'c' and obj_description(t.oid, 'pg_type') is null`);
  expect(silent).toEqual([]);
});
