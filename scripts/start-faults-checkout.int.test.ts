import { chmodSync, chownSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cloneProject, type Clone } from '@atelier/tests/harness/clone.ts';
import { startProgram, type Program } from '@atelier/tests/harness/program.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '@atelier/host/files.ts';
import { freePort } from '@atelier/host/ports.ts';
import { canReach } from '@atelier/host/run-as.ts';
import { isAlive } from '@atelier/host/processes.ts';
import { expectSentence, noteFault, printFaults } from './testing-start.ts';

const nobody = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;
/** Root may write everywhere: what cannot be written needs another user. */
const user = isRoot ? nobody : undefined;

let clone: Clone;
let port: number;
const running: Program[] = [];
beforeAll(async () => {
  clone = cloneProject({ modules: 'linked', mode: 0o755, ...(user && { owner: user }) });
  port = await freePort();
});
afterEach(async () => {
  for (const program of running.splice(0)) if (isAlive(program.pid)) await program.kill('SIGTERM');
});
afterAll(() => {
  printFaults();
  clone.remove();
});

function start(script: string, more: Record<string, string> = {}): Program {
  const args = [join(clone.folder, script), ...(script.endsWith('.mjs') ? ['start'] : [])];
  const env = { PORT: String(port), DEMO: '0', ...more };
  const program = startProgram(process.execPath, args, { cwd: clone.folder, env, ...(user && { user }) });
  running.push(program);
  return program;
}

/** Lines that say what is being done are not the sentence. */
const PROGRESS = /^(building the screens|installing the packages.*|still installing, \d+ s)$/;

describe.runIf(!isRoot || canReach(join(projectRoot, 'node_modules'), nobody))(
  'a checkout that cannot be written',
  () => {
    /** Takes a folder away from the user for one start. */
    async function whileClosed(name: string, work: () => Promise<void>): Promise<void> {
      const folder = join(clone.folder, name);
      mkdirSync(folder, { recursive: true });
      if (isRoot) chownSync(folder, 0, 0);
      chmodSync(folder, 0o555);
      await work();
      if (user !== undefined) chownSync(folder, user.uid, user.gid);
      chmodSync(folder, 0o755);
    }

    test('before anything is installed', async () => {
      await whileClosed('.tmp', () =>
        expectSentence(
          '.tmp is read-only, nothing installed',
          start('scripts/bootstrap.mjs'),
          /^The folder .*\.tmp cannot be written \(EACCES.*\): make it writable, or start from a copy\.$/,
        ),
      );
    });

    test('when the screens are to be built', async () => {
      await whileClosed('.tmp', () =>
        expectSentence(
          '.tmp is read-only',
          start('scripts/start.ts'),
          /^The screens cannot be built in .*\.tmp \(EACCES.*\): make that folder writable, or copy web\/dist from a machine where it was built\.$/,
          [],
          PROGRESS,
        ),
      );
    });
  },
);

describe('screens that cannot be built', () => {
  const vite = (): string => join(clone.folder, 'node_modules/vite');
  /** In vite's place, since the real one takes half a minute to fail so. */
  function inPlaceOfVite(code: string): void {
    rmSync(vite(), { recursive: true });
    mkdirSync(join(vite(), 'bin'), { recursive: true });
    writeFileSync(join(vite(), 'package.json'), '{"type":"module"}');
    writeFileSync(join(vite(), 'bin/vite.js'), code);
  }

  test('for a mistake in their sources', async () => {
    const page = join(clone.folder, 'web/index.html');
    const before = join(clone.folder, 'index.before');
    cpSync(page, before);
    writeFileSync(page, '<script type="module" src="/src/nowhere.tsx"></script>');
    await expectSentence(
      'screens do not compile',
      start('scripts/start.ts'),
      /^The screens could not be built \(.*nowhere\.tsx.*\): see .*web-build\.log\.$/,
      [],
      PROGRESS,
    );
    cpSync(before, page);
  });

  test('for want of memory: the system kills the build', async () => {
    inPlaceOfVite(`process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000);`);
    await expectSentence(
      'the build is killed',
      start('scripts/start.ts'),
      /^The screens could not be built \(ended by SIGKILL\): this machine has too little memory for it/,
      [],
      PROGRESS,
    );
  });

  test('for want of room', async () => {
    inPlaceOfVite(
      `console.error('error during build: ENOSPC: no space left on device, write'); process.exit(1);`,
    );
    await expectSentence(
      'the disk is full during the build',
      start('scripts/start.ts'),
      /^The screens could not be built \(.*ENOSPC: no space left on device.*\): make room on the disk of .*\.tmp\.$/,
      [],
      PROGRESS,
    );
  });
});

describe('Ctrl-C', () => {
  beforeAll(() => rmSync(join(clone.folder, 'web/index.html')));

  /** An npm that installs nothing and takes eleven seconds; the packages are linked already. */
  function slowNpm(): string {
    const folder = join(clone.folder, 'slow-npm');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'npm'), '#!/bin/sh\nexec sleep 11\n', { mode: 0o755 });
    return [folder, process.env['PATH']].join(delimiter);
  }

  test('the first install shows that it lives, and Ctrl-C through it says what happens', async () => {
    const program = start('scripts/bootstrap.mjs', { PATH: slowNpm() });
    noteFault('the first install takes long', await program.line(/^still installing, 10 s$/), 'goes on');
    await program.line(/^ready /);
    program.child.kill('SIGINT');
    noteFault('Ctrl-C', await program.line(/^stopping … \(Ctrl-C again ends it at once\)$/), 'goes on');
    expect(await program.ended()).toBe(0);
    const lines = program.stderr().trim().split('\n');
    expect(lines.slice(-2)).toEqual(['stopping … (Ctrl-C again ends it at once)', 'stopped']);
  });

  test('a second time ends it at once, with nothing left running', async () => {
    const program = start('scripts/start.ts', { DRAIN_MS: '20000' });
    await program.line(/^ready /);
    program.child.kill('SIGINT');
    await program.line(/^stopping …/);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    program.child.kill('SIGINT');
    expect(await program.ended(5_000)).toBe(130);
    noteFault('Ctrl-C twice', program.stderr().trim().split('\n').at(-1) ?? '', 130);
    const next = start('scripts/start.ts');
    await next.line(/^ready /);
  });
});
