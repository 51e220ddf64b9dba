import { chmodSync, chownSync, closeSync, fchmodSync, mkdirSync, openSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { ancestors, projectRoot } from './files.ts';
import { canReach, chooseRunAs } from './run-as.ts';

const ownerOnly = 0o700;
/** The group may pass through to a folder it knows by name, and may not see what else is there. */
const groupPasses = 0o710;
const stickyBit = 0o1000;

/** From now on only the owner reads what this process and the processes it starts make. */
export function makeFilesPrivate(): void {
  process.umask(0o077);
}

/**
 * Closes the data folder to others. Where PostgreSQL runs as another user than we do, that user's group passes
 * through. A folder that holds more than our data (a home, /tmp, the project) is left as it is.
 */
export function closeDataFolder(folder: string): void {
  if (isSomebodysFolder(folder)) return;
  const server = chooseRunAs(join(folder, 'postgres', 'data'));
  const passes = server !== undefined && canReach(dirname(folder), server);
  if (passes) chownSync(folder, statSync(folder).uid, server.gid);
  chmodSync(folder, passes ? groupPasses : ownerOnly);
}

function isSomebodysFolder(folder: string): boolean {
  const { uid, mode } = statSync(folder);
  const mayChange = process.getuid?.() === 0 || process.getuid?.() === uid;
  return !mayChange || (mode & stickyBit) !== 0 || [projectRoot, homedir()].some((it) => isAbove(folder, it));
}

const isAbove = (folder: string, path: string): boolean => ancestors(path).includes(folder);

/** Makes a folder that only its owner enters; one that is there already is closed. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: ownerOnly });
  chmodSync(folder, ownerOnly);
}

/** Opens a log for appending, readable by its owner only, and answers the descriptor. */
export function openPrivateLog(file: string): number {
  const descriptor = openSync(file, 'a', 0o600);
  try {
    fchmodSync(descriptor, 0o600);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}
