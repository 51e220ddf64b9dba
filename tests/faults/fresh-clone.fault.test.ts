import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { readTextIfThere } from '@atelier/host/files.ts';
import { freePort } from '@atelier/host/ports.ts';
import type { RunAs } from '@atelier/host/run-as.ts';
import { isAlive, signal, waitForEnd } from '@atelier/host/processes.ts';
import { cloneProject, type Clone } from '../harness/clone.ts';
import { startProgram, type Program } from '../harness/program.ts';

// The bars of product/performance.md §5 on an idle machine; a busy one gets twice the time before this fails.
const freshBar = 90_000;
const warmBar = 5_000;
const patience = 2;

const nobody: RunAs = { uid: 65534, gid: 65534 };
const isRoot = process.getuid?.() === 0;

/** Where npm gets packages on this machine; the clone's user has no settings. */
const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();

/** The machine's own Node and npm, not those that this project installed for itself. */
const systemPath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

const left: { clone: Clone; program?: Program }[] = [];

afterEach(async () => {
  for (const { clone, program } of left.splice(0)) {
    if (program !== undefined && isAlive(program.pid)) await program.kill('SIGTERM');
    const home = readTextIfThere(join(clone.folder, '.data/postgres-home'))?.trim();
    if (home !== undefined) rmSync(home, { recursive: true, force: true });
    clone.remove();
  }
});

interface Run {
  readonly program: Program;
  readonly milliseconds: number;
}

async function npmStart(clone: Clone, port: number, bar: number, user?: RunAs): Promise<Run> {
  const began = performance.now();
  const program = startProgram('npm', ['start'], {
    cwd: clone.folder,
    env: { PATH: systemPath, PORT: String(port), npm_config_registry: registry },
    ...(user === undefined ? {} : { user }),
  });
  left.push({ clone, program });
  await program.line(/^ready http:\/\/localhost:\d+$/, bar * patience);
  const milliseconds = Math.round(performance.now() - began);
  console.log(`${bar === freshBar ? 'fresh' : 'warm'} start: ${(milliseconds / 1000).toFixed(1)} s`);
  return { program, milliseconds };
}

/** The number stands in the folder's lock as long as the system runs. */
const systemPid = (clone: Clone): number =>
  Number(readFileSync(join(clone.folder, '.data/running.pid'), 'utf8'));

async function expectCleanStop(clone: Clone, program: Program): Promise<void> {
  const pid = systemPid(clone);
  program.child.kill('SIGTERM');
  await program.ended(40_000);
  expect(await waitForEnd(pid, 40_000)).toBe(true);
}

async function expectStory(clone: Clone, user?: RunAs): Promise<void> {
  const port = await freePort();
  const fresh = await npmStart(clone, port, freshBar, user);
  expect(fresh.program.stdout().match(/^ready /gm)).toHaveLength(1);
  expect(fresh.program.stdout()).toContain('paris@demo.test');
  const page = await fetch(`http://localhost:${port}/`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')]);
  await expectCleanStop(clone, fresh.program);

  const warm = await npmStart(clone, port, warmBar, user);
  signal(systemPid(clone), 'SIGKILL');
  await warm.program.ended();

  // Leftovers of a killed system do not block a start, and the end of npm ends all processes.
  const again = await npmStart(clone, port, warmBar, user);
  const pid = systemPid(clone);
  again.program.child.kill('SIGKILL');
  expect(await waitForEnd(pid, 40_000)).toBe(true);
}

describe('npm start as the very first command', () => {
  test.runIf(isRoot)('works for root in a private home, in a folder with a space', async () => {
    await expectStory(cloneProject({ modules: 'none', mode: 0o700 }));
  });

  test.runIf(isRoot)('works for an ordinary user in a folder with a space', async () => {
    await expectStory(cloneProject({ modules: 'none', mode: 0o700, owner: nobody }), nobody);
  });

  test.runIf(!isRoot)('works for the present user, in a folder with a space', async () => {
    await expectStory(cloneProject({ modules: 'none', mode: 0o700 }));
  });
});
