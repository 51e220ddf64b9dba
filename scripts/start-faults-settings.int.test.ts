import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '@atelier/host/files.ts';
import { canReach } from '@atelier/host/run-as.ts';
import {
  expectSentence,
  noteFault,
  openFaultyStarts,
  printFaults,
  type FaultyStarts,
} from './testing-start.ts';

let starts: FaultyStarts;
beforeAll(async () => {
  starts = await openFaultyStarts();
});
afterEach(() => starts.endAll(), 40_000);
afterAll(() => {
  printFaults();
  starts.remove();
});

const fileWith = (name: string, content: string): string => {
  const file = join(starts.folder, name);
  writeFileSync(file, content, { mode: 0o600 });
  return file;
};

describe('settings that cannot be used', () => {
  const secrets = ['s3cret', 'p@ss', 'p/ss', 'p#ss', '100%'];
  const encoded = /must be percent-encoded: @ as %40, \/ as %2F, # as %23, \? as %3F, % as %25\.$/;
  const database = (password: string): string => `postgres://ann:${password}@db.example:5432/shop`;

  test.each<readonly [fault: string, env: () => Record<string, string>, says: RegExp]>([
    ['PORT=abc', () => ({ PORT: 'abc' }), /PORT must be a whole number between 1 and 65535/],
    [
      'PUBLIC_URL=shop.example',
      () => ({ PUBLIC_URL: 'shop.example' }),
      /PUBLIC_URL must be an address beginning/,
    ],
    [
      'DATABASE_URL=mysql://…',
      () => ({ DATABASE_URL: 'mysql://ann:s3cret@db/shop' }),
      /DATABASE_URL must be an address beginning with postgres:/,
    ],
    ['DATABASE_URL, password with @', () => ({ DATABASE_URL: database('p@ss') }), encoded],
    ['DATABASE_URL, password with /', () => ({ DATABASE_URL: database('p/ss') }), encoded],
    ['DATABASE_URL, password with #', () => ({ DATABASE_URL: database('p#ss') }), encoded],
    ['DATABASE_URL, password with %', () => ({ DATABASE_URL: database('100%') }), encoded],
    ['REDIS_URL, password with /', () => ({ REDIS_URL: 'redis://:p/ss@redis.example:6379' }), encoded],
    ['MAIL_URL, password with #', () => ({ MAIL_URL: 'smtps://ann:p#ss@mail.example:465' }), encoded],
    [
      'DATABASE_URL, host unknown',
      () => ({ DATABASE_URL: 'postgres://ann:s3cret@db.invalid/shop' }),
      /database db\.invalid\/shop cannot be used .* host name is not known here/,
    ],
    [
      'DATABASE_URL, nothing listens',
      () => ({ DATABASE_URL: 'postgres://ann:s3cret@127.0.0.1:1/shop' }),
      /database 127\.0\.0\.1:1\/shop cannot be used .*ECONNREFUSED.* start it, or correct host and port/,
    ],
    [
      'DATABASE_URL_FILE is not there',
      () => ({ DATABASE_URL_FILE: '/no/such' }),
      /DATABASE_URL_FILE names \/no\/such, which holds nothing that can be read/,
    ],
    [
      'HOST=203.0.113.7',
      () => ({ HOST: '203.0.113.7' }),
      /HOST names 203\.0\.113\.7, which is no address of this machine: name one of its own/,
    ],
    [
      'HOST=no-such.invalid',
      () => ({ HOST: 'no-such.invalid' }),
      /HOST names no-such\.invalid, which is not known here/,
    ],
    [
      'MASTER_KEY_FILE is not there',
      () => ({ MASTER_KEY_FILE: 'no.key' }),
      /MASTER_KEY_FILE names .*no\.key, which is not there/,
    ],
    [
      'MASTER_KEY_FILE is a folder',
      () => ({ MASTER_KEY_FILE: 'docs' }),
      /master key .*docs cannot be used \(EISDIR/,
    ],
    [
      'MASTER_KEY_FILE holds 31 bytes',
      () => ({ MASTER_KEY_FILE: fileWith('short.key', 'ab'.repeat(31)) }),
      /master key .*short\.key cannot be used \(a master key has 32 bytes/,
    ],
    [
      'LOG_KEY_FILE holds no key',
      () => ({ LOG_KEY_FILE: fileWith('not.pem', 'hello') }),
      /signing key .*not\.pem cannot be used .* "openssl genpkey/,
    ],
    ['BACKUP_KEEP=often', () => ({ BACKUP_KEEP: 'often' }), /BACKUP_KEEP must be a whole number/],
    [
      'BACKUP_TARGET=s3://',
      () => ({ BACKUP_TARGET: 's3://' }),
      /^BACKUP_TARGET is wrong: s3:\/\/ must be s3:\/\/BUCKET/,
    ],
    [
      'NAV_TOKEN_FILE is not there',
      () => ({
        NAV_URL: 'https://nav.example/api/v2.0',
        NAV_COMPANY: 'b6f1a3c2-5d0e-4a58-9a6b-3f2f6f0c7d11',
        NAV_TOKEN_FILE: '/no/such',
      }),
      /^The workers did not start: \/no\/such cannot be used \(ENOENT.*\): put it there, or correct the setting/,
    ],
    [
      'DATA_DIR is a file',
      () => ({ DATA_DIR: 'package.json' }),
      /data folder .*package\.json cannot be used .* set DATA_DIR/,
    ],
    [
      'CLEARING_SCHEDULE=daily',
      () => ({ CLEARING_SCHEDULE: 'daily' }),
      /^The environment is wrong: CLEARING_SCHEDULE must be a cron pattern/,
    ],
  ])('%s', async (fault, env, says) => {
    await expectSentence(fault, starts.start({ DATA_DIR: starts.dataFolder(), ...env() }), says, secrets);
  });

  test('PORT is taken', async () => {
    const other = createServer().listen(starts.port, '0.0.0.0');
    await once(other, 'listening');
    await expectSentence('PORT is taken', starts.start(), /^Port \d+ is taken: stop what listens there/);
    other.close();
  });
});

test('a variable that is nearly a setting is warned about, and the start goes on', async () => {
  const program = starts.start({ DATBASE_URL: 'postgres://ann:s3cret@db/shop', DATA_DIR: 'package.json' });
  const line = await program.line(/DATBASE_URL/);
  expect(line).toBe('DATBASE_URL is not a setting: did you mean DATABASE_URL?');
  noteFault('DATBASE_URL is set', line, 'goes on');
  expect(program.stderr()).not.toContain('s3cret');
  await program.ended();
});

const nobody = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;
const firstFreePort = Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'));
const mayBeNobody = isRoot && canReach(join(projectRoot, 'node_modules'), nobody);

describe.runIf(mayBeNobody)('a user without rights', () => {
  let theirs: FaultyStarts;
  beforeAll(async () => {
    theirs = await openFaultyStarts(nobody);
  });
  afterAll(async () => {
    await theirs.endAll();
    theirs.remove();
  });

  test.runIf(firstFreePort > 81)('PORT=80', async () => {
    const says = /^Port 80 is closed to this user: choose one above 1023/;
    await expectSentence('PORT=80, not root', theirs.start({ PORT: '80' }), says);
  });

  test('DATA_DIR may not be written', async () => {
    const folder = join(theirs.folder, 'of-root');
    mkdirSync(folder, { mode: 0o755 });
    const says = /data folder .*of-root cannot be used \(EACCES.* make it writable, or set DATA_DIR/;
    await expectSentence('DATA_DIR may not be written', theirs.start({ DATA_DIR: folder }), says);
  });

  test('MASTER_KEY_FILE may not be read', async () => {
    const file = join(theirs.folder, 'closed.key');
    writeFileSync(file, 'ab'.repeat(32), { mode: 0o600 });
    const says = /master key .*closed\.key cannot be used \(EACCES/;
    await expectSentence('MASTER_KEY_FILE may not be read', theirs.start({ MASTER_KEY_FILE: file }), says);
  });
});
