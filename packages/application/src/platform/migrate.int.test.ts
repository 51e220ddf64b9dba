import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@atelier/tests/harness/postgres.ts';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate, pendingMigrations, readMigrations } from './migrate.ts';

const files = join(import.meta.dirname, '../../../../migrations');
let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'atelier-migrations-'));
  await cp(files, folder, { recursive: true });
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const add = (name: string, sql: string) => writeFile(join(folder, name), sql);
const run = () => migrate(database.connectionString, folder);

async function ask(sql: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('migrate', () => {
  test('applies what is new, once, and says what', async () => {
    await add('9001_first.sql', 'create table first (id integer)');
    await add('9002_second.sql', 'alter table first add column name text');
    expect(await run()).toEqual(['9001_first.sql', '9002_second.sql']);
    expect(await run()).toEqual([]);
    expect(await ask('select id, name from first')).toEqual([]);
  });

  test('two nodes starting at once apply each file once', async () => {
    await add('9001_first.sql', 'create table first (id integer)');
    const applied = await Promise.all([run(), run(), run()]);
    expect(applied.flat()).toEqual(['9001_first.sql']);
  });

  test('gives way to who holds a table, and comes again until it is free', async () => {
    await add('9001_first.sql', 'create table first (id integer)');
    await run();
    await add('9002_second.sql', 'alter table first add column name text');
    const holder = new Client({ connectionString: database.connectionString });
    await holder.connect();
    await holder.query('begin; lock table first in access exclusive mode');
    const busy: string[] = [];
    const migrating = migrate(database.connectionString, folder, {
      onBusy: (name) => void (busy.push(name) === 2 && holder.query('rollback')),
    });
    expect(await migrating).toEqual(['9002_second.sql']);
    expect(busy).toEqual(['9002_second.sql', '9002_second.sql']);
    await holder.end();
  });

  test('says which file waited in vain', async () => {
    await add('9001_first.sql', 'create table first (id integer)');
    await run();
    await add('9002_second.sql', 'alter table first add column name text');
    const holder = new Client({ connectionString: database.connectionString });
    await holder.connect();
    await holder.query('begin; lock table first in access exclusive mode');
    const migrating = migrate(database.connectionString, folder, { patienceMs: 0 });
    await expect(migrating).rejects.toThrow(/9002_second\.sql failed: .*lock timeout/);
    await holder.end();
  });

  test('a failing file leaves nothing of itself behind and names itself', async () => {
    await add('9001_first.sql', 'create table first (id integer)');
    await add('9002_broken.sql', 'create table second (id integer); select nonsense()');
    await expect(run()).rejects.toThrow(/9002_broken\.sql failed: .*nonsense/);
    expect(await ask(`select to_regclass('first')::text as one, to_regclass('second')::text as two`)).toEqual(
      [{ one: 'first', two: null }],
    );
    await add('9002_broken.sql', 'create table second (id integer)');
    expect(await run()).toEqual(['9002_broken.sql']);
  });

  test('refuses a file that was changed after it was applied, however slightly', async () => {
    const file = join(folder, '0001_roles_and_schemas.sql');
    await writeFile(file, `${await readFile(file, 'utf8')} `);
    await expect(run()).rejects.toThrow(/0001_roles_and_schemas\.sql was changed/);
  });

  test('takes a checkout with other line ends for the same', async () => {
    const file = join(folder, '0001_roles_and_schemas.sql');
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('\n', '\r\n'));
    expect(await run()).toEqual([]);
  });

  test('refuses a history whose file is gone', async () => {
    await rm(join(folder, '0001_roles_and_schemas.sql'));
    await expect(run()).rejects.toThrow(/0001_roles_and_schemas\.sql was applied, but its file is gone/);
  });

  test('applies a lower number that another branch brought later', async () => {
    await add('9002_second.sql', 'create table second (id integer)');
    await run();
    await add('9001_late.sql', 'alter table second add column name text');
    expect(await run()).toEqual(['9001_late.sql']);
    expect(await run()).toEqual([]);
  });

  test('accepts a text that a file had before its release, where amended.json knows it', async () => {
    await add('9001_first.sql', 'create table first (id integer)');
    await run();
    const checksum = (await readMigrations(folder)).find(({ number }) => number === 9001)?.checksum;
    await add('9001_first.sql', 'create table first (id bigint)');
    await expect(run()).rejects.toThrow(/9001_first\.sql was changed/);
    await writeFile(join(folder, 'amended.json'), JSON.stringify({ '9001_first.sql': [checksum] }));
    expect(await run()).toEqual([]);
  });

  test('refuses two files of one number', async () => {
    await add('9001_one.sql', 'select 1');
    await add('9001_two.sql', 'select 1');
    await expect(readMigrations(folder)).rejects.toThrow(/same number/);
  });

  test('applies everything to an empty history', async () => {
    const all = await readMigrations(files);
    expect(pendingMigrations(all, []).map(({ number }) => number)).toEqual(all.map(({ number }) => number));
  });
});

describe('a repeatable file', () => {
  const answer = (text: string): Promise<void> =>
    add(
      'repeatable/answer.sql',
      `create or replace function answer() returns ${text} language sql as 'select 1'`,
    );
  const checksums = `select name, checksum, applied_at::text from repeatable_migrations order by name`;

  test('is applied after the numbered ones, and again only when its text changes', async () => {
    await add('9001_first.sql', 'create table first (id integer)');
    await answer('bigint');
    expect(await run()).toEqual(['9001_first.sql', 'repeatable/answer.sql']);
    const before = await ask(checksums);
    expect(await run()).toEqual([]);
    expect(await ask(checksums)).toEqual(before);
    await add(
      'repeatable/answer.sql',
      `create or replace function answer() returns bigint language sql as 'select 2'`,
    );
    expect(await run()).toEqual(['repeatable/answer.sql']);
    expect(await ask('select answer()::integer')).toEqual([{ answer: 2 }]);
  });

  test('that two nodes find changed at once is applied once', async () => {
    await answer('bigint');
    expect((await Promise.all([run(), run(), run()])).flat()).toEqual(['repeatable/answer.sql']);
  });

  test('that fails leaves the function and its checksum as they were', async () => {
    await answer('bigint');
    await run();
    const before = await ask(checksums);
    await answer('text');
    await expect(run()).rejects.toThrow(/repeatable\/answer\.sql failed: .*return type/);
    expect(await ask(checksums)).toEqual(before);
    expect(await ask('select answer()::integer')).toEqual([{ answer: 1 }]);
  });

  test('leaves owner and rights of its functions alone', async () => {
    const rights = `select p.oid::regprocedure::text as name, pg_get_userbyid(proowner) as owner, proacl::text, proconfig::text
      from pg_proc p where pronamespace = 'public'::regnamespace order by 1`;
    const before = await ask(rights);
    for (const { name, sql } of await filesOfRepeatable()) await add(name, `${sql}\n`);
    expect(await run()).toEqual((await filesOfRepeatable()).map(({ name }) => name));
    expect(await ask(rights)).toEqual(before);
  });

  async function filesOfRepeatable(): Promise<readonly { name: string; sql: string }[]> {
    const names = (await readdir(join(files, 'repeatable'))).sort();
    return Promise.all(
      names.map(async (file) => ({
        name: `repeatable/${file}`,
        sql: await readFile(join(files, 'repeatable', file), 'utf8'),
      })),
    );
  }
});

/** Otherwise an earlier release that migrates would not refuse the database, and put its own text back. */
test('every change of a repeatable file comes with a numbered migration', () => {
  const newest = (...args: string[]): number =>
    Number(execFileSync('git', ['log', '-1', '--no-merges', '--format=%ct', ...args], { cwd: files }));
  if (!existsSync(join(files, '../.git'))) return;
  expect(newest('--diff-filter=A', '--', '[0-9]*.sql')).toBeGreaterThanOrEqual(newest('--', 'repeatable'));
});
