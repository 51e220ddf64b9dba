import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '@atelier/host/files.ts';

/** How a step of the check ended, and what it has to say. */
export interface Outcome {
  readonly ok: boolean;
  readonly output: string;
}

/** Runs an installed tool under this Node and collects what it prints; silence when all is well but for warnings. */
export function runTool(
  path: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(projectRoot, 'node_modules', path), ...args], {
      cwd: projectRoot,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', (error) => resolve({ ok: false, output: error.message }));
    child.once('close', (code) =>
      resolve({ ok: code === 0, output: code === 0 ? warningsIn(output) : output }),
    );
  });
}

function warningsIn(output: string): string {
  return /\bwarn(ing)?s?\b/i.test(output) && !/Found 0 warnings/.test(output) ? output : '';
}
