import { statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { canReach, type RunAs } from '@atelier/host/run-as.ts';

const MEMORY_FOLDER = '/dev/shm';
const TMPFS = 0x01021994;
const GIBIBYTE = 2 ** 30;

/** What a run's databases and their log take at most, and as much again for everything else. */
const neededBytes = (): number => (3 + availableParallelism()) * GIBIBYTE;

/**
 * A folder in memory for data not needed after the run, where the machine has plenty of it and this user reaches it;
 * undefined elsewhere. Making and dropping a database is nine hundred files, which a disk's journal has to write.
 */
export function memoryFolder(user: RunAs | undefined): string | undefined {
  if (process.platform !== 'linux' || !canReach(MEMORY_FOLDER, user)) return undefined;
  const { type, bavail, bsize } = statfsSync(MEMORY_FOLDER);
  const free = Math.min(bavail * bsize, process.availableMemory());
  return type === TMPFS && free > neededBytes() ? MEMORY_FOLDER : undefined;
}
