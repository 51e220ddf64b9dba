import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The root of the repository: the folder that holds the workspaces. */
export const projectRoot = join(import.meta.dirname, '..', '..', '..');

/** The file's text, or undefined when it is not there or cannot be read. */
export function readTextIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** The folder and every folder above it, the nearest first. */
export function ancestors(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...ancestors(parent)];
}

/**
 * Makes a folder and those above it. Not with mkdir's `recursive`: where a folder exists but lets nothing be
 * made in it (such as /proc) that one tries for ever.
 */
export function makeFolder(path: string): void {
  const missing = ancestors(path).filter((folder) => !existsSync(folder));
  for (const folder of missing.toReversed()) mkdirSync(folder);
}
