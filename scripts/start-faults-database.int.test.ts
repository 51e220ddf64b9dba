import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runSql } from '@atelier/host/postgres/database.ts';
import { startFaultServer, type FaultServer } from './testing-fault-server.ts';
import {
  expectSentence,
  openFaultyStarts,
  printFaults,
  expectLine,
  type FaultyStarts,
} from './testing-start.ts';

let starts: FaultyStarts;
let server: FaultServer;
beforeAll(async () => {
  [starts, server] = await Promise.all([openFaultyStarts(), startFaultServer()]);
  const logins = ['tls_only', 'kept_out', 'plain', 'stranger'];
  await server.sql(
    'create database shop',
    ...logins.map((name) => `create role ${name} login password 's3cret'`),
    'create database closed',
    'revoke connect on database closed from public',
    'create database owned owner plain',
    // A real server that says it is an old one: its function is found before PostgreSQL's own.
    'create database old',
  );
  await runSql(
    server.url('old'),
    'create schema older',
    `create function older.current_setting(text) returns text language sql as $$ select '140009' $$`,
    'alter database old set search_path = older, pg_catalog',
  );
});
afterEach(() => starts.endAll(), 40_000);
afterAll(async () => {
  printFaults();
  await server.stop();
  starts.remove();
});

const secrets = ['s3cret'];

describe('a database that refuses the login', () => {
  test.each<readonly [fault: string, url: () => string, says: RegExp]>([
    [
      'database does not exist',
      () => server.url('nowhere'),
      /\/nowhere cannot be used \(database "nowhere" does not exist\): make that database, or correct its name in DATABASE_URL/,
    ],
    [
      'password is wrong',
      () => server.url('shop', 'plain').replace('s3cret', 'wr0ng'),
      /cannot be used \(password authentication failed for user "plain"\): correct the password in DATABASE_URL/,
    ],
    [
      'TLS is required',
      () => server.url('shop', 'tls_only'),
      /cannot be used \(.*no encryption\): it lets this login in by TLS only or not at all, add sslmode=verify-full/,
    ],
    [
      'certificate is self-signed',
      () => `${server.url('shop', 'plain')}?sslmode=verify-full`,
      /cannot be used \(self-signed certificate\): name its certificate as sslrootcert in DATABASE_URL/,
    ],
    [
      'pg_hba.conf rejects the login',
      () => server.url('shop', 'kept_out'),
      /cannot be used \(pg_hba\.conf rejects .*\): it lets this login in by TLS only or not at all, .* a line for it to pg_hba\.conf/,
    ],
    [
      'login may not connect',
      () => server.url('closed', 'stranger'),
      /cannot be used \(permission denied for database "closed"\): grant this login CONNECT/,
    ],
    [
      'PostgreSQL 14',
      () => server.url('old'),
      /^DATABASE_URL leads to PostgreSQL 14: Atelier needs 15 or newer/,
    ],
    [
      'login may not make roles',
      () => server.url('owned', 'plain'),
      /^The login of DATABASE_URL lacks rights on .*\/owned: as a superuser there run alter role .*createrole/,
    ],
  ])('%s', async (fault, url, says) => {
    const env = { DATABASE_URL: url(), DATA_DIR: starts.dataFolder() };
    await expectSentence(fault, starts.start(env), says, [...secrets, 'wr0ng']);
  });
});

describe('a database of another release', () => {
  test('a migration that this release does not know', async () => {
    const url = await server.migrated('newer');
    await runSql(
      url,
      `insert into schema_migrations (number, name, checksum) values (9999, '9999_later.sql', '')`,
    );
    await expectSentence(
      'database is newer',
      starts.start({ DATABASE_URL: url, DATA_DIR: starts.dataFolder() }),
      /^Migration 9999_later\.sql was applied, but its file is gone: the database is of a newer release/,
    );
  });

  test('a migration that was changed', async () => {
    const url = await server.migrated('changed');
    await runSql(url, `update schema_migrations set checksum = 'another' where number = 1`);
    await expectSentence(
      'migration file was changed',
      starts.start({ DATABASE_URL: url, DATA_DIR: starts.dataFolder() }),
      /^Migration 0001_.*\.sql was changed after it was applied: put the files of the release back/,
    );
  });

  test('events that this release cannot read', async () => {
    const url = await server.migrated('unread');
    await runSql(url, `insert into event_types (type, schema_version) values ('PieceMelted', 1)`);
    await expectSentence(
      'events are newer',
      starts.start({ DATABASE_URL: url, DATA_DIR: starts.dataFolder() }),
      /^The (API|workers) did not start: The log holds events that this release cannot read \(PieceMelted v1\): start the newer release/,
    );
  });

  test('none: an API alone over a database without tables', async () => {
    const key = join(starts.folder, 'alone.key');
    writeFileSync(key, 'ab'.repeat(32), { mode: 0o600 });
    const env = { DATABASE_URL: server.url('shop'), MASTER_KEY_FILE: key };
    const api = starts.start(env, { script: '../services/api/src/main.ts' });
    await expectSentence(
      'API alone, database not migrated',
      api,
      /^The database of DATABASE_URL is not migrated: run "npm run migrate" first/,
    );
  });
});

describe('keys that are gone', () => {
  /** A database that was used with a vault, and a new data folder. */
  async function used(name: string): Promise<{ DATABASE_URL: string; DATA_DIR: string }> {
    const url = await server.migrated(name);
    await runSql(url, `insert into key_vault (id, wraps_from) values ('of-before', now())`);
    return { DATABASE_URL: url, DATA_DIR: starts.dataFolder() };
  }

  const write = (folder: string, name: string, text: string): void => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), text, { mode: 0o600 });
  };

  test('the master key', async () => {
    await expectSentence(
      'master.key is gone',
      starts.start(await used('no_master')),
      /^The master key .*master\.key is gone, but the database holds keys that only it opens: put your copy there/,
    );
  });

  test('the key vault', async () => {
    const env = await used('no_vault');
    write(env.DATA_DIR, 'master.key', 'ab'.repeat(32));
    await expectSentence(
      'key vault is gone',
      starts.start(env),
      /^The (API|workers) did not start: The key vault .*key-vault\.sqlite is gone, but the database was used with it: put it back, or name it in KEY_VAULT_FILE/,
    );
  });

  test('another master key than that of the database', async () => {
    const url = await server.migrated('other_master');
    await runSql(url, `insert into subject_keys (subject, wrapped_key) values ('ann', '\\x00112233')`);
    const env = { DATABASE_URL: url, DATA_DIR: starts.dataFolder() };
    await expectSentence(
      'master.key is another',
      starts.start(env),
      /^The (API|workers) did not start: The master key opens none of the keys in this database: name the file/,
    );
  });

  test('the log key', async () => {
    const env = await used('no_log_key');
    write(env.DATA_DIR, 'master.key', 'ab'.repeat(32));
    await runSql(
      env.DATABASE_URL,
      `insert into log_checkpoints (size, position, root, note) values (1, 1, '\\x00', 'signed')`,
    );
    await expectSentence(
      'log.key is gone',
      starts.start(env),
      /^The log key .*log\.key is gone, but checkpoints of this log are signed with it: put your copy there/,
    );
  });

  test('no key is made meanwhile', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const env = await used('no_key_made');
    write(env.DATA_DIR, 'log.key', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    const program = starts.start(env);
    expect(await program.ended()).toBe(1);
    expect(program.stderr()).toMatch(/master\.key is gone/);
    const again = starts.start(env);
    expect(await again.ended()).toBe(1);
    expect(again.stderr()).toMatch(/master\.key is gone/);
  });
});

test('a clock that is hours off is warned about, and the start goes on', async () => {
  const url = await server.migrated('clocks');
  const nodeArgs = ['--import', join(starts.folder, 'tests/faults/support/shifted-clock.ts')];
  const env = { DATABASE_URL: url, DATA_DIR: starts.dataFolder(), CLOCK_SHIFT_MS: String(3 * 3_600_000) };
  await expectLine(
    'clock is 3 h ahead',
    starts.start(env, { nodeArgs }),
    /^This machine's clock is 3 h ahead of the database server's: set the wrong one right \(NTP\)/,
  );
});
