import { spawn } from 'node:child_process';
import { projectRoot } from '@atelier/host/files.ts';

/** Runs a script under this very Node with the terminal's streams; answers its exit code. */
export function runNode(
  args: readonly string[],
  options: { env?: Readonly<Record<string, string>>; cwd?: string } = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...options.env };
    const child = spawn(process.execPath, args, { cwd: options.cwd ?? projectRoot, env, stdio: 'inherit' });
    const pass = (name: NodeJS.Signals): boolean => child.kill(name);
    process.on('SIGTERM', pass);
    process.on('SIGINT', pass);
    child.once('error', reject);
    child.once('exit', (code) => {
      process.off('SIGTERM', pass);
      process.off('SIGINT', pass);
      resolve(code ?? 1);
    });
  });
}
