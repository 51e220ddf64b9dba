// The first thing that runs after a clone: plain JavaScript for whatever Node the machine has, nothing
// installed yet. It installs what the lockfile says and hands over to the Node 24 that came with it.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.atelier-installed');
const lockFolder = join(root, '.tmp', 'install.lock');
const bundledNode = join(modules, 'node', 'bin', 'node');

const commands = {
  start: 'scripts/start.ts',
  dev: 'scripts/dev.ts',
  test: 'scripts/test.ts',
  'test:schedules': 'scripts/test-schedules.ts',
  'test:mutations': 'scripts/test-mutations.ts',
  check: 'scripts/check.ts',
  bench: 'scripts/bench.ts',
  client: 'scripts/client.ts',
  screenshots: 'scripts/screenshots.ts',
  migrate: 'services/console/src/migrate.ts',
  'projections:rebuild': 'services/console/src/projections-rebuild.ts',
  consistency: 'services/console/src/consistency.ts',
  'vault:adopt': 'services/console/src/vault-adopt.ts',
  'admin:create': 'services/console/src/admin-create.ts',
  'reference:import': 'services/console/src/reference-import.ts',
  'events:import': 'services/console/src/events-import.ts',
  'events:archive': 'services/console/src/events-archive.ts',
  backup: 'services/backup/src/backup.ts',
  'backup:verify': 'services/backup/src/backup-verify.ts',
  restore: 'services/backup/src/restore.ts',
  'audit:verify': 'services/witness/src/audit-verify.ts',
  witness: 'services/witness/src/main.ts',
};

/** Prints one sentence and ends. */
function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** What an install depends on: the lockfile and every package.json of ours. */
function installKey() {
  const folders = ['packages', 'services'].flatMap((name) => subfolders(join(root, name)));
  const manifests = [root, ...folders, join(root, 'web'), join(root, 'tests')].map((it) =>
    join(it, 'package.json'),
  );
  const hash = createHash('sha256');
  for (const file of [join(root, 'package-lock.json'), ...manifests]) hash.update(textOf(file)).update('\0');
  return hash.digest('hex');
}

function subfolders(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const isInstalled = () => textOf(stampFile) === installKey() && existsSync(bundledNode);

async function install() {
  if (isInstalled()) return;
  await whileLocked(() => {
    // Another command may have installed while this one waited.
    if (isInstalled()) return;
    process.stderr.write('installing the packages, this takes a minute the first time\n');
    // Exactly what the lockfile says, and the lockfile stays as it was committed.
    if (npm(['ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'], root) !== 0) {
      stop('npm ci failed: see its message above, then try again.');
    }
    fetchNodeWhenSkipped();
    writeFileSync(stampFile, installKey());
  });
}

/** Two commands may be the first ones after a clone: one installs, the other waits. */
async function whileLocked(work) {
  while (!takeLock()) await new Promise((resolve) => setTimeout(resolve, 300));
  try {
    work();
  } finally {
    rmSync(lockFolder, { recursive: true, force: true });
  }
}

function takeLock() {
  try {
    mkdirSync(dirname(lockFolder), { recursive: true });
    mkdirSync(lockFolder);
    writeFileSync(join(lockFolder, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST')
      stop(
        `The folder ${dirname(lockFolder)} cannot be written (${error.message}): make it writable, or start from a copy.`,
      );
    if (!holderLives()) rmSync(lockFolder, { recursive: true, force: true });
    return false;
  }
}

function holderLives() {
  const pid = Number(textOf(join(lockFolder, 'pid')));
  // The holder makes the folder first and writes its number a moment later.
  if (pid === 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Runs the npm that called us, else the one on PATH; its chatter goes to stderr. */
function npm(args, cwd) {
  const cli = process.env.npm_execpath;
  const viaNode = cli !== undefined && cli.endsWith('.js');
  const [program, first] = viaNode ? [process.execPath, [cli]] : ['npm', []];
  const signOfLife = new Worker(new URL('lib/sign-of-life.mjs', import.meta.url));
  const run = spawnSync(program, [...first, ...args], {
    cwd,
    stdio: ['ignore', 2, 2],
    env: withoutNpmSettings(),
  });
  void signOfLife.terminate();
  if (run.error) stop(`npm cannot be run (${run.error.message}): install Node.js with npm, then try again.`);
  return run.status ?? 1;
}

/** Inside "npm test" npm's own options are in the environment: they are meant for that npm, not for this one. */
function withoutNpmSettings() {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^npm_config_(ignore_scripts|omit|production|global)$/i.test(name),
  );
  return Object.fromEntries(kept.filter(([name]) => name !== 'NODE_ENV'));
}

/** Where npm skips install scripts, the package `node` has not fetched its binary yet. */
function fetchNodeWhenSkipped() {
  if (existsSync(bundledNode)) return;
  const folder = join(modules, 'node');
  spawnSync(process.execPath, ['installArchSpecificPackage.js'], { cwd: folder, stdio: ['ignore', 2, 2] });
  if (!existsSync(bundledNode))
    stop('Node 24 could not be fetched: allow install scripts for the package "node".');
}

/** Runs the command under Node 24 and ends as it ends; signals are passed on, and the channel tells it when we die. */
function run(script, args) {
  const path = [dirname(bundledNode), join(modules, '.bin'), process.env.PATH].join(delimiter);
  // Compiled once, so that later starts are quick.
  const env = { NODE_COMPILE_CACHE: join(modules, '.cache', 'node'), ...process.env, PATH: path };
  const child = spawn(bundledNode, [join(root, script), ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env,
  });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => child.kill(name));
  whenOrphaned(() => child.kill('SIGTERM'));
  child.on('error', (error) => stop(`Node 24 cannot be run: ${error.message}`));
  child.on('exit', (code, name) => process.exit(code ?? 128 + (constants.signals[name] ?? 0)));
}

/** A killed npm takes its shell with it but does not notify its children: then this process gets another parent. */
function whenOrphaned(act) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, 500);
}

if (process.platform === 'win32')
  stop(
    'Atelier runs on Linux and macOS. On Windows, clone it inside WSL ("wsl --install") and start it there.',
  );
const [name, ...args] = process.argv.slice(2);
const script = commands[name];
if (script === undefined) stop(`Say what to run: ${Object.keys(commands).join(', ')}.`);
await install();
run(script, args);
