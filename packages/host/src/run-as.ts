import { accessSync, chmodSync, chownSync, constants, mkdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ancestors } from './files.ts';
import { Fault } from './fault.ts';

/** The user that runs PostgreSQL; undefined means the user of this process. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/**
 * PostgreSQL refuses to run as root, so root runs it as another user: the owner of an existing
 * data folder, else `postgres` when the system has it, else the system's unprivileged user.
 */
export function chooseRunAs(dataDir: string): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return ownerOf(dataDir) ?? findUser('postgres') ?? findUser('nobody') ?? noUser();
}

function noUser(): never {
  throw new Fault(
    'PostgreSQL does not run as root and there is no other system user: run this as an ordinary user, or set DATABASE_URL.',
  );
}

function ownerOf(dataDir: string): RunAs | undefined {
  const stats = statSync(`${dataDir}/PG_VERSION`, { throwIfNoEntry: false });
  if (stats === undefined || stats.uid === 0) return undefined;
  return { uid: stats.uid, gid: stats.gid };
}

function findUser(name: string): RunAs | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((candidate) => candidate.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) return undefined;
  return { uid: Number(uid), gid: Number(gid) };
}

/** Whether this user can walk down to the folder: each folder on the way must let it through. */
export function canReach(folder: string, user: RunAs | undefined): boolean {
  if (user === undefined) return canAccess(folder);
  return ancestors(folder).every((step) => mayPass(step, user));
}

function canAccess(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function mayPass(folder: string, user: RunAs): boolean {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return true;
  if (stats.uid === user.uid) return (stats.mode & 0o100) !== 0;
  if (stats.gid === user.gid) return (stats.mode & 0o010) !== 0;
  return (stats.mode & 0o001) !== 0;
}

/** A folder for throw-away files that this user reaches: TMPDIR may be private to the user of this process. */
export function reachableTmp(user: RunAs | undefined): string {
  return [tmpdir(), '/tmp', '/var/tmp'].find((folder) => canReach(folder, user)) ?? tmpdir();
}

/**
 * A folder of ours that this user reaches and that outlives a restart of the machine. Where that cannot be
 * had (an ordinary user), one among the throw-away files.
 *
 * @throws Fault when another user made it, who could then change its contents
 */
export function reachablePlace(user: RunAs | undefined): string {
  const uid = process.getuid?.() ?? 0;
  const folder = uid === 0 ? '/var/lib/atelier' : join(reachableTmp(user), `atelier-${uid}`);
  // PostgreSQL's user must pass here, for every umask.
  if (mkdirSync(folder, { recursive: true }) !== undefined) chmodSync(folder, 0o755);
  if (statSync(folder).uid === uid) return folder;
  throw new Fault(`The folder ${folder} belongs to somebody else: remove it, then start again.`);
}

/** Gives a file or folder to the user that runs PostgreSQL. */
export function giveTo(path: string, user: RunAs | undefined): void {
  if (user !== undefined) chownSync(path, user.uid, user.gid);
}
