import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { spawn } from 'node:child_process';
import { projectRoot } from '@atelier/host/files.ts';

const folder = join(projectRoot, 'packages', 'domain');
/** As deep as the folder itself, so that what it extends is found. */
const copy = join(projectRoot, '.tmp', 'mutations');
const compiler = join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc');

/** A copy of the domain in which one changed file at a time is compiled. */
export function copyDomain(): void {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  cpSync(join(folder, 'src'), join(copy, 'src'), { recursive: true });
  cpSync(join(folder, 'tsconfig.json'), join(copy, 'tsconfig.json'));
}

/** Whether the domain still compiles with this text in place of the file's own. */
export async function compiles(path: string, text: string, original: string): Promise<boolean> {
  const file = join(copy, relative(folder, join(projectRoot, path)));
  writeFileSync(file, text);
  try {
    return (await exitCode([compiler, '-p', copy, '--noEmit', '--incremental', 'false'])) === 0;
  } finally {
    writeFileSync(file, original);
  }
}

function exitCode(args: readonly string[]): Promise<number | null> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  spawn(process.execPath, args, { stdio: 'ignore' }).once('error', reject).once('exit', resolve);
  return promise;
}
