import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { isRoomMissing } from '@atelier/application/platform/failure-sentence.ts';
import { describeError, Fault } from '@atelier/host/fault.ts';
import { projectRoot, readTextIfThere } from '@atelier/host/files.ts';
import { hashOfFiles } from './hash.ts';
import { isAlive } from '@atelier/host/processes.ts';

const web = join(projectRoot, 'web');
/** Where the built screens lie. */
export const webDist = join(web, 'dist');
const stampFile = join(webDist, '.sources');

/** Everything the bundle is made of; tests and their data are not worth a build, but cost one now and then. */
const sources = [
  'web/src',
  'web/public',
  'web/scripts',
  'web/index.html',
  'web/package.json',
  'web/vite.config.ts',
  'web/vite.server.config.ts',
  'packages/browser-sync/src',
  'packages/contracts/src',
  'packages/domain/src',
  'packages/ui/src',
  'package-lock.json',
];

/** Builds the screens when their sources are not those of the last build; answers whether it did. */
export async function buildWebWhenChanged(
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  if (!existsSync(join(web, 'index.html'))) return false;
  const hash = hashOfFiles(projectRoot, sources);
  if (readTextIfThere(stampFile) === hash) return false;
  log('building the screens');
  const beside = join(workFolder, `web-${process.pid}`);
  try {
    sweep();
    await viteBuild(beside, [], signal);
    await viteBuild(join(beside, 'server'), ['--config', 'vite.server.config.ts'], signal);
    writeFileSync(join(beside, '.sources'), hash);
  } catch (error) {
    throw error instanceof Fault ? error : folderFault(error);
  }
  swap(beside, hash);
  return true;
}

const folderFault = (error: unknown): Fault =>
  new Fault(
    `The screens cannot be built in ${workFolder} (${describeError(error)}): ${isRoomMissing(error) ? 'make room there' : 'make that folder writable'}, or copy web/dist from a machine where it was built.`,
  );

const workFolder = join(projectRoot, '.tmp');

/** Removes what killed builds left: the folder's name carries their process id. */
function sweep(): void {
  mkdirSync(workFolder, { recursive: true });
  const left = readdirSync(workFolder).filter(
    (name) => /^web-\d+/.test(name) && !isAlive(Number(name.split('-')[1])),
  );
  for (const name of left) rmSync(join(workFolder, name), { recursive: true, force: true });
}

/** The old screens stay whole until the new ones are: a running system serves from this folder. */
function swap(beside: string, hash: string): void {
  const old = `${beside}-old`;
  try {
    if (existsSync(webDist)) renameSync(webDist, old);
    renameSync(beside, webDist);
  } catch (error) {
    // Another start of this clone may have built the same screens at the same time.
    if (readTextIfThere(stampFile) === hash) return rmSync(beside, { recursive: true, force: true });
    throw new Fault(
      `The built screens cannot be put in ${webDist} (${describeError(error)}): make web/ writable.`,
    );
  }
  rmSync(old, { recursive: true, force: true });
}

/** Loads vite's configuration without writing beside the installed packages, which may belong to another user. */
const readOnly = ['--configLoader', 'native'];

function viteBuild(outDir: string, more: readonly string[], signal: AbortSignal): Promise<void> {
  mkdirSync(outDir, { recursive: true });
  const vite = join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [
    vite,
    'build',
    '--outDir',
    outDir,
    '--emptyOutDir',
    '--logLevel',
    'warn',
    ...readOnly,
    ...more,
  ];
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NODE_ENV: 'production' };
    const child = spawn(process.execPath, args, { cwd: web, env, signal, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code, killedBy) => {
      if (code === 0) return resolve();
      rmSync(outDir, { recursive: true, force: true });
      reject(buildFault(output.trim(), killedBy));
    });
  });
}

const buildLog = join(workFolder, 'web-build.log');

/** The sentence names vite's first error; the file has its whole output. */
function buildFault(output: string, killedBy: NodeJS.Signals | null): Fault {
  const reason = firstError(output);
  const see = keepOutput(output) ? `see ${buildLog}` : 'see what vite says with "npx vite build" in web/';
  const isMemory = killedBy !== null || /out of memory|allocation failed/i.test(output);
  const advice = /ENOSPC|no space/i.test(output)
    ? `make room on the disk of ${workFolder}`
    : isMemory
      ? 'this machine has too little memory for it, give it more or copy web/dist from another one'
      : see;
  const short = killedBy === null ? reason.slice(0, 200) : `ended by ${killedBy}`;
  return new Fault(`The screens could not be built (${short}): ${advice}.`);
}

function firstError(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim())
    // Not what only announces the next line, or sums up.
    .filter((line) => line !== '' && !line.endsWith(':') && !/build failed in/i.test(line));
  return lines.find((line) => /error|no space|could not|failed/i.test(line)) ?? lines[0] ?? 'no message';
}

function keepOutput(output: string): boolean {
  try {
    writeFileSync(buildLog, `${output}\n`);
    return true;
  } catch {
    return false;
  }
}
