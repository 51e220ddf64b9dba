import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@atelier/host/files.ts';

const generated = /(^|\/)(node_modules|dist|\.git|\.turbo|\.tmp|\.data|results|coverage)(\/|$)/;
/** The project's files that are not git-ignored, from its root; without git, all outside generated folders. */
export function projectFiles(): string[] {
  try {
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const options = {
      cwd: projectRoot,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      stdio: 'pipe',
    } as const;
    return execFileSync('git', args, options)
      .split('\0')
      .filter((path) => path !== '');
  } catch {
    return walk('');
  }
}

function walk(folder: string): string[] {
  return readdirSync(join(projectRoot, folder))
    .map((name) => (folder === '' ? name : `${folder}/${name}`))
    .filter((path) => !generated.test(path))
    .flatMap((path) => (statSync(join(projectRoot, path)).isDirectory() ? walk(path) : [path]));
}
