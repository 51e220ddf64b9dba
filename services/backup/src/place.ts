import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault } from '@atelier/host/fault.ts';
import { prepareBinaries, type Binaries } from '@atelier/host/postgres/binaries.ts';
import { findOrphan, stopServer } from '@atelier/host/postgres/orphan.ts';
import { canReach, chooseRunAs, giveTo, reachableTmp, type RunAs } from '@atelier/host/run-as.ts';
import { isAlive } from '@atelier/host/processes.ts';

/** Debian's place for each major version's programs. */
const DEBIAN = '/usr/lib/postgresql';

/**
 * The programs of the major version that a backup is of: those that npm installed, those in POSTGRES_BIN, or Debian's.
 *
 * @throws Fault when there are none
 */
export function binariesFor(major: number, user: RunAs | undefined, folder: string | undefined): Binaries {
  if (folder === undefined || folder === '') {
    const own = prepareBinaries(user);
    if (own.major === major) return own;
  }
  const place = folder === undefined || folder === '' ? join(DEBIAN, String(major), 'bin') : folder;
  const binaries = { major, initdb: join(place, 'initdb'), postgres: join(place, 'postgres') };
  if (existsSync(binaries.postgres)) return binaries;
  throw new Fault(
    `The backup is of PostgreSQL ${major}, whose programs are not in ${place}: install it, or name its folder in POSTGRES_BIN.`,
  );
}

const parentOf = (dataFolder: string, user: RunAs | undefined): string =>
  existsSync(dataFolder) && canReach(dataFolder, user) ? dataFolder : reachableTmp(user);

const COPY = /^backup-check-(\d+)-/;
const RESTORED = /^data-restored-(\d+)$/;

/** The data folder that this process restores, beside the one whose place it takes at the end. */
export const restoredBeside = (dataDir: string): string =>
  join(dirname(dataDir), `data-restored-${process.pid}`);

/** A folder for a copy that is thrown away, on the data folder's disk where the server's user reaches it. */
export function temporaryPlace(
  dataFolder: string,
  user: RunAs | undefined,
): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(parentOf(dataFolder, user), `backup-check-${process.pid}-`));
  giveTo(folder, user);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Ends the servers on copies that this process or one that is no more has left, and removes them. */
export function removeCopies(dataFolder: string): Promise<void> {
  return removeLeft(parentOf(dataFolder, chooseRunAs('')), COPY, (folder) => join(folder, 'data'));
}

/** The same of restores that were cut short: what they left is as large as the database, and half of it. */
export const removeHalfRestored = (dataDir: string): Promise<void> =>
  removeLeft(dirname(dataDir), RESTORED, (folder) => folder);

async function removeLeft(
  parent: string,
  pattern: RegExp,
  dataOf: (folder: string) => string,
): Promise<void> {
  for (const name of readdirSync(parent)) {
    const pid = Number(pattern.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || (pid !== process.pid && isAlive(pid))) continue;
    const folder = join(parent, name);
    const orphan = findOrphan(dataOf(folder));
    if (orphan !== undefined) await stopServer(orphan.pid, dataOf(folder));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `package.json`'s. */
export function productVersion(root: string): string {
  const { version }: { version?: unknown } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return String(version);
}

/** Whether nothing lies there that a restore could overwrite. */
export const isFree = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) === undefined;
