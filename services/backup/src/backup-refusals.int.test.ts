import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPool } from '@atelier/event-store/pool.ts';
import { machineWithKeys, runBackupScript } from '@atelier/tests/faults/support/backups.ts';
import { newFolder, type FaultDatabase } from '@atelier/tests/faults/support/database.ts';
import type { FaultWorld } from '@atelier/tests/faults/support/world.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { spoiltBackups, SPOILT, type Spoilt } from './testing-spoilt-backups.ts';
import { endsInSentence, fileOfItsOwn, startBackedUp, writeVault, type BackedUp } from './testing-backups.ts';
import { runScriptOn, type ScriptEnd } from '@atelier/host/testing-script.ts';

// Each call is a separate program, and some of them restore a server.
vi.setConfig({ testTimeout: 200_000, hookTimeout: 200_000 });

type Environment = Readonly<Record<string, string>>;
type Command = 'backup' | 'backup:verify' | 'restore';

const VAULT_ID = '1c5f4c0a-0000-4000-8000-000000000001';

let database: FaultDatabase;
let world: FaultWorld;
let close: BackedUp['close'];
let owner: Pool;
/** Another machine, with the keys. */
let machine: string;
let otherVault: string;
const folders: string[] = [];

beforeAll(async () => {
  const withVault = (folder: string) => writeVault(join(folder, 'key-vault.sqlite'), VAULT_ID);
  ({ database, world, close } = await startBackedUp(withVault));
  await world.sentPieces(2, 'BOX');
  owner = createPool({ connectionString: database.adminUrl, role: 'owner', max: 1 });
  await owner.query(`insert into key_vault (id, wraps_from) values ($1, now())`, [VAULT_ID]);
  const folder = newFolder();
  folders.push(folder);
  otherVault = join(folder, 'key-vault.sqlite');
  await writeVault(otherVault, '1c5f4c0a-0000-4000-8000-00000000000f');
  await runBackupScript('backup.ts', database);
  machine = machineWithKeys(database).folder;
  folders.push(machine);
});
afterAll(async () => {
  await owner.end();
  await close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const backups = (): string => join(database.folder, 'backups');

/** Runs a command as a person does: beside the living database, a restore on the other machine. */
function run(command: Command, added: Environment, args: readonly string[] = []): Promise<ScriptEnd> {
  const folder = command === 'restore' ? machine : database.folder;
  const env = { DATA_DIR: folder, BACKUP_TARGET: backups(), ...added };
  return runScriptOn(`services/backup/src/${command.replace(':', '-')}.ts`, args, env);
}

function expectSentence(ended: ScriptEnd, sentence: RegExp): void {
  endsInSentence(ended, sentence, [machine, join(machine, 'postgres'), database.folder]);
}

/** All at once: each is a separate program. Returns how they ended. */
async function expectOfEach(
  commands: readonly Command[],
  added: Environment,
  sentence: RegExp,
): Promise<readonly ScriptEnd[]> {
  const ends = await Promise.all(commands.map((command) => run(command, added)));
  for (const ended of ends) expectSentence(ended, sentence);
  return ends;
}

const newFile = (name: string, text: string): string => fileOfItsOwn(folders, name, text);

const missing = (): string => join(machine, 'nothing-there');

const BOTH: readonly Command[] = ['restore', 'backup:verify'];
const ALL: readonly Command[] = [...BOTH, 'backup'];
interface Case {
  readonly what: string;
  readonly commands: readonly Command[];
  readonly env: () => Environment;
  readonly sentence: RegExp;
}

const KEYS: readonly Case[] = [
  {
    what: 'a key vault that is not there',
    commands: BOTH,
    env: () => ({ KEY_VAULT_FILE: missing() }),
    sentence:
      /^The key vault of this database, .*nothing-there\.sqlite, is not there: put it there as it is today/,
  },
  {
    what: 'another key vault',
    commands: BOTH,
    env: () => ({ KEY_VAULT_FILE: otherVault }),
    sentence:
      /key-vault.sqlite is not the key vault that the database of this backup was used with: put that one/,
  },
  {
    what: 'a key vault that is cut',
    commands: BOTH,
    env: () => ({ KEY_VAULT_FILE: newFile('key-vault.sqlite', 'SQLite format 3') }),
    sentence: /key-vault.sqlite is not a key vault: put the vault of this database back/,
  },
  {
    what: 'a key vault of a former release that is cut',
    commands: BOTH,
    env: () => ({ KEY_VAULT_FILE: newFile('key-vault.json', '{"version":1,"id":"1c5') }),
    sentence: /key-vault.json is not a key vault: put the vault of this database back/,
  },
  {
    what: 'a master key that is not there',
    commands: BOTH,
    env: () => ({ MASTER_KEY_FILE: missing() }),
    sentence: /^MASTER_KEY_FILE names .*nothing-there, which is not there: put your copy of the key there/,
  },
  {
    what: 'another master key',
    commands: BOTH,
    env: () => ({
      MASTER_KEY_FILE: newFile('master.key', 'ab'.repeat(32)),
      KEY_VAULT_FILE: join(database.folder, 'key-vault.sqlite'),
    }),
    sentence: /^The master key opens none of the keys in this database: name the file/,
  },
  {
    what: 'a master key that is none',
    commands: BOTH,
    env: () => ({ MASTER_KEY_FILE: newFile('master.key', 'not a key') }),
    sentence: /^The master key .* cannot be used \(.*32 bytes.*\): put the key there/,
  },
  {
    what: 'a key of the backups that is not there',
    commands: ALL,
    env: () => ({ BACKUP_KEY_FILE: missing() }),
    sentence: /^The key of the backups, .*nothing-there, is not there: put it there/,
  },
  {
    what: 'another key of the backups',
    commands: ALL,
    env: () => ({ BACKUP_KEY_FILE: newFile('backup.key', 'cd'.repeat(32)) }),
    sentence:
      /\.manifest\.sealed does not open with the key, .*: name the key of these backups in BACKUP_KEY_FILE/,
  },
];

const PLACES: readonly Case[] = [
  {
    what: 'a place without backups',
    commands: BOTH,
    env: () => ({ BACKUP_TARGET: missing() }),
    sentence: /^There is no backup in .*: name another place/,
  },
  {
    what: 'a file where the folder should be',
    commands: ALL,
    env: () => ({ BACKUP_TARGET: newFile('file', '') }),
    sentence: /^The backups in .*file failed \(ENOTDIR: .*\): a folder is needed there/,
  },
];

test.each([...KEYS, ...PLACES])(
  '$what ends $commands with one sentence',
  async ({ commands, env, sentence }) => {
    await expectOfEach(commands, env(), sentence);
  },
);

function spoilt(spoil: Spoilt['spoil']): string {
  const folder = spoiltBackups(backups(), spoil);
  folders.push(folder);
  return folder;
}

test.each(SPOILT)('$what ends restore and verification with one sentence', async ({ spoil, sentence }) => {
  await expectOfEach(BOTH, { BACKUP_TARGET: spoilt(spoil) }, sentence);
});

test('a damaged backup keeps no other from being taken', async () => {
  const target = spoilt((folder) => {
    const base = join(folder, 'base');
    const [manifest = ''] = readdirSync(base).filter((name) => name.endsWith('.manifest.sealed'));
    writeFileSync(join(base, manifest.replace(/^\d{4}/, '2099')), 'cut');
  });
  const { said, code } = await run('backup', { BACKUP_TARGET: target });
  expect(said).toMatch(/^backup \d{8}T/);
  expect(code).toBe(0);
});

describe('migrations', () => {
  const backedUpWith = async (change: string, undo: string): Promise<string> => {
    const target = newFolder();
    folders.push(target);
    await owner.query(change);
    const { code } = await run('backup', { BACKUP_TARGET: target });
    await owner.query(undo);
    expect(code).toBe(0);
    return target;
  };

  test('that are missing here, as those of a newer release, end restore and verification before anything is copied', async () => {
    const target = await backedUpWith(
      `insert into schema_migrations (number, name, checksum) values (9999, '9999_later.sql', 'x')`,
      'delete from schema_migrations where number = 9999',
    );
    const ends = await expectOfEach(
      BOTH,
      { BACKUP_TARGET: target },
      /^The backup is of a newer release \(.*, migration 9999\) .*: restore with that release/,
    );
    for (const { said } of ends) expect(said).not.toContain('copied');
  });

  test('that were changed since are named', async () => {
    const target = await backedUpWith(
      `update schema_migrations set checksum = 'x' || checksum where number = 3`,
      `update schema_migrations set checksum = substr(checksum, 2) where number = 3`,
    );
    await expectOfEach(
      BOTH,
      { BACKUP_TARGET: target },
      /^Migration 0003_.*\.sql was changed after it was applied: put the files of the release back/,
    );
  });
});

describe('a folder to restore into', () => {
  test('that is there already is not touched', async () => {
    const into = newFolder();
    folders.push(into);
    mkdirSync(join(into, 'base'));
    const before = readdirSync(into);
    expectSentence(
      await run('restore', {}, ['--into', into]),
      /is there already: name a new folder. Nothing was changed/,
    );
    expect(readdirSync(into)).toEqual(before);
  });

  test('is distinguished from an invalid moment, timeline, backup and server', async () => {
    const name = /(\d{8}T[\d.]+Z)/;
    for (const [args, sentence] of [
      [['--at', '2026-11-23 10:15'], /is no moment, as /],
      [['--timeline', 'newest'], /^newest is no timeline: say --timeline with a whole number/],
      [
        ['--backup', 'yesterday'],
        new RegExp(`^There is no backup yesterday in .*: there are ${name.source}`),
      ],
      [['--server', '1'], /^There is no backup of server 1 in .*: there are those of \d+/],
    ] as const)
      expectSentence(await run('restore', {}, args), sentence);
  });
});

/** Runs a command in a separate mount namespace, where a folder has 2 MB. */
function runWithLittleRoom(command: Command, env: (folder: string) => Environment): ScriptEnd {
  const folder = newFolder();
  folders.push(folder);
  const script = new URL(`${command.replace(':', '-')}.ts`, import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync(
    'unshare',
    ['-m', 'sh', '-c', 'mount -t tmpfs -o size=2m none "$0" && exec "$@"', folder, process.execPath, script],
    {
      env: { ...process.env, DATA_DIR: database.folder, BACKUP_TARGET: backups(), ...env(folder) },
      encoding: 'utf8',
    },
  );
  return { code: status ?? -1, said: stdout + stderr };
}

const canMount = spawnSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs none /mnt']).status === 0;

// Only a user who may mount can have a temporary disk.
describe.skipIf(!canMount)('a disk without room', () => {
  const KEY_FILES = ['master.key', 'backup.key', 'key-vault.sqlite'] as const;
  const keys = (): Environment => {
    const [MASTER_KEY_FILE = '', BACKUP_KEY_FILE = '', KEY_VAULT_FILE = ''] = KEY_FILES.map((name) =>
      join(database.folder, name),
    );
    return { MASTER_KEY_FILE, BACKUP_KEY_FILE, KEY_VAULT_FILE };
  };

  test.each(BOTH)('ends %s before anything is copied', (command) => {
    const ended = runWithLittleRoom(command, (folder) => ({
      ...keys(),
      DATA_DIR: folder,
      ...(command === 'restore' ? {} : { BACKUP_DATABASE_URL: database.adminUrl }),
    }));
    expectSentence(
      ended,
      /^There is no room for the restored database in .*: it takes [\d.]+ MB, and [\d.]+ MB are free/,
    );
    expect(ended.said).not.toContain('copied');
  });

  test('ends backup with one sentence', () => {
    const ended = runWithLittleRoom('backup', (folder) => ({ BACKUP_TARGET: folder }));
    expectSentence(
      ended,
      /^The backups in .* failed \(ENOSPC: .*\): make room on that disk, or name a place/,
    );
  });
});
