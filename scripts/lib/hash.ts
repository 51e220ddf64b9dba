import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A hash over names and contents of the files and folders; what is not there counts as nothing. */
export function hashOfFiles(root: string, paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) addPath(hash, root, path);
  return hash.digest('hex');
}

function addPath(hash: Hash, root: string, path: string): void {
  const full = join(root, path);
  const stats = statSync(full, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (stats.isDirectory()) {
    for (const name of readdirSync(full).sort()) addPath(hash, root, join(path, name));
    return;
  }
  hash.update(path).update('\0').update(readFileSync(full)).update('\0');
}
