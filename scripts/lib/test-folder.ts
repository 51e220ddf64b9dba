import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '@atelier/host/processes.ts';

const NAME = /^atelier-tests-(\d+)$/;

/**
 * Makes a folder for the temporary files of one run of the tests and names it in TMPDIR, which every process of the run
 * inherits. Folders of runs that were killed are removed.
 *
 * @returns removes the folder with all that tests left in it
 */
export function useTestFolder(): () => void {
  const parent = tmpdir();
  leftIn(parent).forEach(remove);
  const folder = join(parent, `atelier-tests-${process.pid}`);
  mkdirSync(folder);
  // PostgreSQL and some tests run as other users.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  return () => remove(folder);
}

const leftIn = (parent: string): string[] =>
  readdirSync(parent)
    .filter((name) => NAME.test(name) && !isAlive(Number(NAME.exec(name)?.[1])))
    .map((name) => join(parent, name));

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  } catch (error) {
    // Another user's, or still written to: the next run tries again.
    console.error(`${folder} was not removed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
