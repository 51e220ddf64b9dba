import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Program } from '@atelier/tests/harness/program.ts';
import { isRoomMissing } from '@atelier/application/platform/failure-sentence.ts';
import { chooseRunAs, reachableTmp } from '@atelier/host/run-as.ts';
import {
  expectLine,
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

const write = (folder: string, name: string, text = 'x'): void => {
  const file = join(folder, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text, { mode: 0o600 });
};

/** A folder of so many mebibytes; undefined where this user may not make one. */
function smallDisk(mebibytes: number): { readonly folder: string; readonly remove: () => void } | undefined {
  const folder = mkdtempSync(join(reachableTmp(chooseRunAs('')), 'atelier-small-disk-'));
  const remove = (): void => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  };
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=755`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
    return { folder, remove };
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
}

/** Once a file is there, fills the rest of its disk. */
async function fillWhenThere(folder: string, awaited: string): Promise<void> {
  await vi.waitUntil(() => existsSync(awaited), { timeout: 60_000 });
  const file = openSync(join(folder, 'filler'), 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(65_536));
  } catch (error) {
    if (!isRoomMissing(error)) throw error;
  } finally {
    closeSync(file);
  }
}

/** On a busy machine the disk is full only once everything is ready: then PostgreSQL dies, which says the same. */
async function diedWhenReady(program: Program): Promise<boolean> {
  const died = program.line(/^PostgreSQL died \(The disk of the database in .* is full /).then(() => true);
  return Promise.race([died.catch(() => false), program.ended().then(() => false)]);
}

describe('a disk that is full', () => {
  const says =
    /^The disk of the database in .*\/data is full \(.*No space left on device.*\): make room there, or set DATA_DIR to a folder on another disk\.$/;

  test.each([
    ['before the database is made', 24, undefined],
    ['while the database is made', 256, 'postgres/data/PG_VERSION'],
    ['once the database is made', 256, 'postgres/data/postmaster.pid'],
  ])('%s', async (moment, mebibytes, awaited) => {
    const disk = smallDisk(mebibytes);
    // An ordinary user cannot make a small disk: what PostgreSQL writes of one is held by reason.test.ts.
    if (disk === undefined) return;
    try {
      const folder = join(disk.folder, 'data');
      const program = starts.start({ DATA_DIR: folder });
      if (awaited !== undefined) await fillWhenThere(disk.folder, join(folder, awaited));
      if (await diedWhenReady(program)) return;
      // The backups on it may notice first.
      await expectSentence(`disk is full ${moment}`, program, says, [], /^The place of the backups, /);
    } finally {
      disk.remove();
    }
  });
});

describe('keys that are gone beside what they seal', () => {
  test('the key of the backups', async () => {
    const folder = starts.dataFolder();
    write(folder, 'backups/7000000000000000001/base/20261123T101500.000Z.manifest.sealed');
    const says =
      /^The key of the backups, .*backup\.key, is gone, but .*backups holds backups that only it opens: put your copy there, or name it in BACKUP_KEY_FILE, or name an empty place in BACKUP_TARGET/;
    await expectSentence('backup.key is gone', starts.start({ DATA_DIR: folder }), says);
    // The explicit way to begin with a new key.
    const program = starts.start({ DATA_DIR: folder, BACKUP_TARGET: join(folder, '..', 'other-backups') });
    await program.line(/^ready /);
    expect(readFileSync(join(folder, 'backup.key'), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
  });

  test('the log key', async () => {
    const folder = starts.dataFolder();
    write(folder, 'log-checkpoint', 'signed');
    const says =
      /^The log key .*log\.key is gone, but checkpoints of this log are signed with it: put your copy there, or name it in LOG_KEY_FILE, or begin with a new key/;
    await expectSentence(
      'log.key is gone, log-checkpoint is there',
      starts.start({ DATA_DIR: folder }),
      says,
    );
  });

  test('a database of another PostgreSQL', async () => {
    const folder = starts.dataFolder();
    write(folder, 'postgres/data/PG_VERSION', '15\n');
    const says =
      /^The database in .*postgres was made by PostgreSQL 15, this is 18: upgrade it, or set DATA_DIR/;
    await expectSentence('database of PostgreSQL 15', starts.start({ DATA_DIR: folder }), says);
  });

  test('a master key beside an existing database', async () => {
    const folder = starts.dataFolder();
    write(folder, 'postgres/data/PG_VERSION', '18\n');
    const says = /^The master key .*master\.key is gone, but the database holds keys that only it opens/;
    await expectSentence('master.key is gone, embedded', starts.start({ DATA_DIR: folder }), says);
  });

  test('a vault that is none', async () => {
    const folder = starts.dataFolder();
    write(folder, 'key-vault.sqlite', 'not a vault');
    const says =
      /^The (API|workers) did not start: .*key-vault\.sqlite is not a key vault: put the vault of this database back/;
    await expectSentence('key vault is broken', starts.start({ DATA_DIR: folder }), says);
  });

  test('a vault of a former release that is none', async () => {
    const folder = starts.dataFolder();
    write(folder, 'key-vault.json', 'not a vault');
    const says = /^The (API|workers) did not start: .*key-vault\.json is not a key vault/;
    await expectSentence('key vault is broken, former', starts.start({ DATA_DIR: folder }), says);
  });
});

test('a place of the backups that cannot be used is one line, and one when it can', async () => {
  const folder = starts.dataFolder();
  const target = join(starts.folder, 'target');
  writeFileSync(target, 'a file where a folder belongs');
  const program = starts.start({ DATA_DIR: folder, BACKUP_TARGET: target });
  const away =
    /^The place of the backups, .*target, cannot be used \(.+\): what is written now is not archived, PostgreSQL keeps up to 4 GB of it until the place can be used\.$/;
  await expectLine('BACKUP_TARGET is a file', program, away);
  rmSync(target);
  const back = /^The place of the backups, .*target, is back after \d+ s\.$/;
  noteFault('BACKUP_TARGET can be used again', await program.line(back), 'goes on');
  const lines = program
    .stderr()
    .trim()
    .split('\n')
    .filter((line) => !/^(No account exists yet|first start: )/.test(line));
  expect(lines).toEqual([expect.stringMatching(away), expect.stringMatching(back)]);
});

describe('a service that ends at its start', () => {
  const main = (): string => join(starts.folder, 'services/api/src/main.ts');
  let real: string;
  let folder: string;
  beforeAll(() => {
    real = readFileSync(main(), 'utf8');
    folder = starts.dataFolder();
  });
  afterEach(() => writeFileSync(main(), real));

  test('without a word, as one that the system kills', async () => {
    writeFileSync(main(), `console.error('{\\n}'); process.kill(process.pid, 'SIGKILL');`);
    const says = /^The API did not start: it ended \(SIGKILL\) without saying why, see .*logs\/API\.log\.$/;
    await expectSentence('API is killed', starts.start({ DATA_DIR: folder }), says);
  });

  test('for a defect', async () => {
    writeFileSync(main(), `throw new TypeError('x is not a function', { cause: { code: 1 } });`);
    const says =
      /^The API did not start: it has a defect \(TypeError: x is not a function\), see .*logs\/API\.log\.$/;
    await expectSentence('API has a defect', starts.start({ DATA_DIR: folder }), says);
  });
});
