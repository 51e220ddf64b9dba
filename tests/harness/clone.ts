import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { projectRoot } from '@atelier/host/files.ts';
import { projectFiles } from '../../scripts/lib/project-files.ts';
import { reachableTmp, type RunAs } from '@atelier/host/run-as.ts';

const LOCK = 'package-lock.json';

/** A copy of this project elsewhere, as a person gets it by cloning. */
export interface Clone {
  readonly folder: string;
  remove(): void;
}

export interface CloneOptions {
  /** `'linked'` borrows the installed packages, `'none'` leaves the installing to the first command. */
  readonly modules: 'linked' | 'none';
  /** Of the folder above: 0o700 is a private home, which PostgreSQL's user cannot enter. */
  readonly mode: number;
  readonly owner?: RunAs;
}

/** Copies the project's files (not what is git-ignored) to a folder whose path has a space in it. */
export function cloneProject(options: CloneOptions): Clone {
  const parent = mkdtempSync(join(reachableTmp(options.owner), 'atelier-clone-'));
  chmodSync(parent, options.mode);
  const folder = join(parent, 'a folder', 'atelier');
  for (const file of projectFiles()) copyFile(file, folder);
  if (options.modules === 'linked') linkModules(folder);
  if (options.owner !== undefined) giveAll(parent, options.owner);
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true }) };
}

/** The project as a commit holds it; packages are borrowed where the lock is today's, and installed otherwise. */
export function cloneCommit(commit: string): Clone {
  const parent = mkdtempSync(join(reachableTmp(undefined), 'atelier-earlier-'));
  const folder = join(parent, 'atelier');
  mkdirSync(folder);
  const files = execFileSync('git', ['archive', commit], { cwd: projectRoot, maxBuffer: 1 << 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: files });
  if (hasSameLock(folder)) linkModules(folder);
  else execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'pipe' });
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true }) };
}

const hasSameLock = (folder: string): boolean =>
  readFileSync(join(folder, LOCK), 'utf8') === readFileSync(join(projectRoot, LOCK), 'utf8');

function copyFile(file: string, folder: string): void {
  const target = join(folder, file);
  mkdirSync(dirname(target), { recursive: true });
  // A file may be gone although git still lists it.
  if (lstatSync(join(projectRoot, file), { throwIfNoEntry: false })) cpSync(join(projectRoot, file), target);
}

/** Every package is a link to the installed one, except our own: those lead into the copy. */
function linkModules(folder: string): void {
  const from = join(projectRoot, 'node_modules');
  const to = join(folder, 'node_modules');
  mkdirSync(join(to, '@atelier'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (isLinkable(name)) symlinkSync(join(from, name), join(to, name));
  }
  const ours = ['packages', 'services'].flatMap((parent) =>
    readdirSync(join(folder, parent)).map((name) => join(parent, name)),
  );
  for (const path of [...ours, 'web', 'tests'])
    symlinkSync(join(folder, path), join(to, '@atelier', basename(path)));
}

/** Not what npm and tools note down in there: a copy that installs for itself must not write in ours. */
const isLinkable = (name: string): boolean =>
  name === '.bin' || (!name.startsWith('.') && name !== '@atelier');

function giveAll(path: string, owner: RunAs): void {
  execFileSync('chown', ['-R', '-h', `${owner.uid}:${owner.gid}`, path]);
}
