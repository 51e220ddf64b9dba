import { existsSync, statfsSync } from 'node:fs';
import { Fault } from '../fault.ts';

const MEGABYTE = 1024 * 1024;

/** A segment of the log: what PostgreSQL takes at once, and gives back when it finds no room for it. */
export const SEGMENT_MB = 16;

/** What an empty database takes, with room for its first days. */
export const NEW_DATABASE_MB = 160;

/**
 * The fault when the disk of a folder has less than `neededMb` left. It asks the disk: a server whose disk
 * is full may have no room to write so in its log.
 */
export function missingRoom(folder: string, neededMb: number): Fault | undefined {
  if (!existsSync(folder)) return undefined;
  const { bavail, bsize } = statfsSync(folder);
  const freeMb = Math.floor((bavail * bsize) / MEGABYTE);
  if (freeMb >= neededMb) return undefined;
  return new Fault(
    `The disk of the database in ${folder} is full (No space left on device: ${freeMb} of ${neededMb} MB that are needed): make room there, or set DATA_DIR to a folder on another disk.`,
  );
}
