import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isRoomMissing } from '@atelier/application/platform/failure-sentence.ts';
import { describeError, Fault } from './fault.ts';
import { makeFolder, projectRoot, readTextIfThere } from './files.ts';
import { closeDataFolder, makeFilesPrivate } from './private-files.ts';
import { commandLine, isAlive } from './processes.ts';

/**
 * Makes the data folder, closes it to others and tries to write in it; a relative name counts from the project's root.
 * From then on this process and those it starts make private files.
 *
 * @throws Fault when it cannot be used
 */
export function prepareDataFolder(name: string): string {
  const folder = resolve(projectRoot, name);
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    makeFolder(folder);
    closeDataFolder(folder);
    makeFilesPrivate();
    writeFileSync(probe, 'written to see whether this folder can be used');
    rmSync(probe);
    return folder;
  } catch (error) {
    throw new Fault(
      `The data folder ${folder} cannot be used (${describeError(error)}): ${isRoomMissing(error) ? 'make room on its disk' : 'make it writable'}, or set DATA_DIR to another folder.`,
    );
  }
}

/** Holds the folder for one running system; released by `release`. */
export interface FolderLock {
  release(): void;
}

const lockFile = (folder: string): string => join(folder, 'running.pid');

/** The process that runs a system on this folder now, or undefined. */
export function runningSystem(folder: string): number | undefined {
  const pid = Number(readTextIfThere(lockFile(folder)) ?? Number.NaN);
  if (!Number.isInteger(pid) || pid === process.pid || !isAlive(pid)) return undefined;
  // After a restart of the machine the number may belong to anything.
  return /scripts[\\/](start|dev|migrate|projections-rebuild|reference-import|events-import|restore|demo)/.test(
    commandLine(pid),
  )
    ? pid
    : undefined;
}

/**
 * Takes the folder for this process.
 *
 * @throws Fault when another system runs on it
 */
export function lockDataFolder(folder: string): FolderLock {
  const other = runningSystem(folder);
  if (other !== undefined) {
    throw new Fault(
      `Atelier already runs on the data folder ${folder} (process ${other}): stop it, or set DATA_DIR to another folder.`,
    );
  }
  writeFileSync(lockFile(folder), String(process.pid));
  return { release: () => rmSync(lockFile(folder), { force: true }) };
}
