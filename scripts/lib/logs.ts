import { renameSync, statSync } from 'node:fs';

const largeLog = 20 * 1024 * 1024;

/** Puts a large log aside as `<name>.1`, so that two of them are all that a disk has to hold. */
export function putLargeLogAside(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > largeLog) renameSync(file, `${file}.1`);
}
