import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, relative } from 'node:path';
import { cloneProject, type Clone } from '@atelier/tests/harness/clone.ts';
import { environmentNames } from '@atelier/tests/harness/environment-names.ts';
import { startProgram, type Program } from '@atelier/tests/harness/program.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '@atelier/host/ports.ts';
import { canReach, chooseRunAs } from '@atelier/host/run-as.ts';
import { isAlive, signal, waitForEnd } from '@atelier/host/processes.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { entriesIn, retentionOf, modeOf, isOpen, writeStandIn } from './testing-start.ts';

let clone: Clone;
let port: number;
const running: Program[] = [];

beforeAll(async () => {
  clone = cloneProject({ modules: 'linked', mode: 0o755 });
  writeStandIn(clone.folder);
  port = await freePort();
});

afterEach(async () => {
  for (const program of running.splice(0)) {
    if (isAlive(program.pid)) await program.kill('SIGTERM');
  }
});

afterAll(() => clone.remove());

function start(env: Record<string, string> = {}, folder = clone.folder): Program {
  const program = startProgram(process.execPath, [join(folder, 'scripts/start.ts')], {
    cwd: folder,
    env: { PORT: String(port), DEMO: '0', ...env },
  });
  running.push(program);
  return program;
}

const ready = (program: Program): Promise<string> => program.line(/^ready http:\/\/localhost:\d+$/);

interface Asked {
  readonly pid: number;
  readonly database: string;
  /** Of its environment. */
  readonly names: readonly string[];
}

async function ask(path = '/'): Promise<Asked> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return (await response.json()) as Asked;
}

/** The embedded server's process, from its own lock file. */
const postgresPid = (folder = clone.folder): number =>
  Number(readFileSync(join(folder, '.data/postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);

const isRoot = process.getuid?.() === 0;

describe('a start that cannot succeed says so in one sentence', () => {
  const refusals: readonly (readonly [string, () => Record<string, string>, RegExp])[] = [
    ['a port that is no number', () => ({ PORT: 'abc' }), /PORT must be a whole number/],
    ['a port that is no port', () => ({ PORT: '70000' }), /PORT must be a whole number/],
    ['a database address that is none', () => ({ DATABASE_URL: 'here' }), /DATABASE_URL must be an address/],
    [
      'a database that does not answer',
      () => ({ DATABASE_URL: 'postgres://ann:secret@127.0.0.1:1/shop' }),
      /database 127\.0\.0\.1:1\/shop cannot be used .* start it, or correct host and port in DATABASE_URL/,
    ],
    ['a demo flag that is neither 0 nor 1', () => ({ DEMO: 'yes' }), /DEMO must be 0 or 1/],
    ['a data folder that is a file', () => ({ DATA_DIR: 'package.json' }), /data folder .* set DATA_DIR/],
    [
      'a data folder that cannot be made',
      () => ({ DATA_DIR: '/proc/atelier' }),
      /data folder .* set DATA_DIR/,
    ],
    [
      'a key file that is not there',
      () => ({ MASTER_KEY_FILE: 'no.key' }),
      /MASTER_KEY_FILE names .*no\.key/,
    ],
    [
      'a fixed captcha outside the demo',
      () => ({ CAPTCHA_FIXED_ANSWER: 'abcd' }),
      /CAPTCHA_FIXED_ANSWER is for tests/,
    ],
    [
      'a service that refuses its environment',
      () => ({ LICENCE_NOTICE: 'refuse' }),
      /LICENCE_NOTICE must not be/,
    ],
  ];

  test.each(refusals)('%s', async (_name, env, message) => {
    const program = start({ DATA_DIR: '.data/refusals', ...env() });
    expect(await program.ended()).toBe(1);
    expect(program.stdout()).toBe('');
    const lines = program.stderr().trim().split('\n');
    expect(lines.filter((line) => !line.startsWith('first start:'))).toEqual([
      expect.stringMatching(message),
    ]);
    expect(program.stderr()).not.toContain('secret');
  });

  test('a taken port', async () => {
    const other = createServer().listen(port);
    await once(other, 'listening');
    const program = start({ DATA_DIR: '.data/refusals' });
    expect(await program.ended()).toBe(1);
    expect(program.stderr()).toMatch(
      /^Port \d+ is taken: stop what listens there, or choose another one with PORT=\d+\.\n$/,
    );
    other.close();
  });
});

describe('a system', () => {
  test('says what the first start makes, and not again', async () => {
    const folder = join(clone.folder, '.data');
    rmSync(folder, { recursive: true, force: true });
    for (const lines of [1, 0]) {
      const program = start();
      await ready(program);
      const said = program
        .stderr()
        .split('\n')
        .filter((line) => line.startsWith('first start:'));
      expect(said).toHaveLength(lines);
      for (const line of said) expect(line).toContain(`making the database (empty) in ${folder}`);
      await program.kill('SIGTERM');
    }
  });

  test('says ready once, gives the services no owner, and leaves nothing behind', async () => {
    const program = start();
    await ready(program);
    const { pid, database } = await ask();
    const postgres = postgresPid();
    expect(new URL(database).username).toBe('atelier_login');
    program.child.kill('SIGTERM');
    expect(await program.ended()).toBe(0);
    expect(program.stdout()).toBe(`ready http://localhost:${port}\n`);
    expect([pid, postgres].filter(isAlive)).toEqual([]);
  });

  test('gives keys of a bucket to the process that makes backups only, and to that one no others', async () => {
    const backups = { BACKUP_EVERY_HOURS: '12', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
    const others = { SIEM_URL: 'https://siem.example/', NAV_TOKEN_FILE: 'nav.token', LANG: 'C.UTF-8' };
    const program = start({ ...backups, ...others });
    await ready(program);
    const api = (await ask()).names;
    expect(api).toEqual(expect.arrayContaining(Object.keys(others)));
    expect(api.filter((name) => /^(AWS|BACKUP)_/.test(name))).toEqual([]);
    const keeper = environmentNames(join(clone.folder, 'services/backup/src/main.ts'));
    expect(keeper).toEqual(expect.arrayContaining([...Object.keys(backups), 'BACKUP_TARGET', 'LANG']));
    expect(keeper.filter((name) => /^(SIEM|NAV)_/.test(name))).toEqual([]);
    await program.kill('SIGTERM');
  });

  test('keeps what lies in its data folder to itself', async () => {
    const program = start();
    await ready(program);
    const dataFolder = join(clone.folder, '.data');
    const open = [dataFolder, ...entriesIn(dataFolder)].filter(isOpen);
    expect(
      entriesIn(dataFolder).filter((path) => retentionOf(relative(dataFolder, path)) === undefined),
    ).toEqual([]);
    expect(open).toEqual([]);
    // PostgreSQL's user passes through the folder when it is another than ours; no other user does.
    expect(modeOf(dataFolder)).toBe(isRoot ? 0o710 : 0o700);
  });

  test('takes over the PostgreSQL that a killed start left behind', async () => {
    const first = start();
    await ready(first);
    const { pid } = await ask();
    const postgres = postgresPid();
    await first.kill('SIGKILL');
    expect(await waitForEnd(pid, 10_000)).toBe(true);
    expect(isAlive(postgres)).toBe(true);

    const second = start();
    await ready(second);
    expect(postgresPid()).toBe(postgres);
    second.child.kill('SIGTERM');
    expect(await second.ended()).toBe(0);
    expect(isAlive(postgres)).toBe(false);
  });

  test('starts PostgreSQL again when one that was taken over dies', async () => {
    const first = start();
    await ready(first);
    await first.kill('SIGKILL');
    const second = start();
    await ready(second);
    const postgres = postgresPid();
    signal(postgres, 'SIGKILL');
    await second.line(/PostgreSQL died, starting it again until it stays/);
    await expect.poll(() => postgresPid()).not.toBe(postgres);
  });

  test('stops an orphan that does not answer, and starts again', async () => {
    const first = start();
    await ready(first);
    const postgres = postgresPid();
    await first.kill('SIGKILL');
    signal(postgres, 'SIGSTOP');

    const second = start();
    await second.line(/^ready/, 90_000);
    expect(isAlive(postgres)).toBe(false);
    expect(postgresPid()).not.toBe(postgres);
  });

  test('is not fooled by a lock file whose number belongs to another process now', async () => {
    const file = join(clone.folder, '.data/postgres/data/postmaster.pid');
    writeFileSync(file, `${process.pid}\n/elsewhere\n0\n1\n\n127.0.0.1\n\nready   \n`);
    await expect(ready(start())).resolves.toContain('ready');
  });

  test('starts a killed API and a killed PostgreSQL again', async () => {
    const program = start();
    await ready(program);
    const before = await ask();
    signal(before.pid, 'SIGKILL');
    await program.line(/the API died .* starting it again/);
    await expect
      .poll(async () => (await ask().catch(() => before)).pid, { timeout: 60_000 })
      .not.toBe(before.pid);

    const postgres = postgresPid();
    signal(postgres, 'SIGKILL');
    await program.line(/PostgreSQL died, starting it again until it stays/);
    await expect.poll(() => postgresPid()).not.toBe(postgres);
    program.child.kill('SIGTERM');
    expect(await program.ended()).toBe(0);
  });

  test(
    'outlives a service that keeps dying, and has it back when that is over',
    { timeout: 90_000 },
    async () => {
      const program = start();
      await ready(program);
      const timer = setInterval(() => void ask('/die').catch(() => undefined), 50);
      await program.line(/the API keeps dying .* starting it again until it stays/);
      clearInterval(timer);
      await expect
        .poll(
          () =>
            ask().then(
              () => 'it answers',
              () => 'it does not',
            ),
          { timeout: 60_000 },
        )
        .toBe('it answers');
      expect(isAlive(program.pid)).toBe(true);
    },
  );

  test('refuses a second one on its data folder', async () => {
    await ready(start());
    const second = start({ PORT: String(await freePort()) });
    expect(await second.ended()).toBe(1);
    expect(second.stderr()).toMatch(/Atelier already runs on the data folder .* \(process \d+\): stop it/);
  });

  test('says that the key is gone rather than making another one', async () => {
    const key = join(clone.folder, '.data/master.key');
    const content = readFileSync(key);
    rmSync(key);
    const program = start();
    expect(await program.ended()).toBe(1);
    expect(program.stderr()).toMatch(/master key .* is gone, but the database holds keys that only it opens/);
    writeFileSync(key, content);
  });
});

const nobody = { uid: 65534, gid: 65534 };

describe.runIf(isRoot)('where PostgreSQL may not run as we do', () => {
  test('root with a private home: data and programs lie where PostgreSQL reaches them', async () => {
    const hidden = cloneProject({ modules: 'linked', mode: 0o700 });
    writeStandIn(hidden.folder);
    const program = start({}, hidden.folder);
    await ready(program);
    const data = join(hidden.folder, '.data');
    const home = readFileSync(join(data, 'postgres-home'), 'utf8').trim();
    expect(canReach(home, chooseRunAs(''))).toBe(true);
    await program.line(
      /^the database lies in .*, since PostgreSQL's user cannot enter .*: remove both to begin/,
    );
    program.child.kill('SIGTERM');
    expect(await program.ended()).toBe(0);

    // A copy of the data folder never meets the database of the first one.
    cpSync(data, join(hidden.folder, '.copy'), { recursive: true });
    const copied = start({ DATA_DIR: '.copy' }, hidden.folder);
    expect(await copied.ended()).toBe(1);
    expect(copied.stderr()).toMatch(
      /^The database in .* belongs to the data folder .*\.data: start that one, or remove/,
    );

    // A removed data folder leaves its database behind, and the next start says where.
    rmSync(data, { recursive: true });
    const second = start({}, hidden.folder);
    await ready(second);
    await second.line(new RegExp(`^${home} holds an earlier database of this data folder`));
    await second.kill('SIGTERM');
    const newHome = readFileSync(join(data, 'postgres-home'), 'utf8').trim();
    for (const each of [home, newHome]) rmSync(each, { recursive: true });
    hidden.remove();
  });

  test.runIf(canReach(join(projectRoot, 'node_modules'), nobody))(
    'an ordinary user needs nothing of this',
    { timeout: 60_000 },
    async () => {
      const own = cloneProject({ modules: 'linked', owner: nobody, mode: 0o700 });
      writeStandIn(own.folder);
      const program = startProgram(process.execPath, [join(own.folder, 'scripts/start.ts')], {
        cwd: own.folder,
        env: { PORT: String(port), DEMO: '0' },
        user: nobody,
      });
      running.push(program);
      await ready(program);
      program.child.kill('SIGTERM');
      expect(await program.ended()).toBe(0);
      own.remove();
    },
  );
});
