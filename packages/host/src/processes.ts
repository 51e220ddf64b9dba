import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { readTextIfThere } from './files.ts';

/** Whether a process with this id exists (also when it belongs to another user). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A zombie has ended: only its parent has not asked for its exit code yet. */
function isZombie(pid: number): boolean {
  const stat = readTextIfThere(`/proc/${pid}/stat`);
  return stat !== undefined && /\) Z /.test(stat);
}

/** The command line of a running process, or '' when it cannot be learned. */
export function commandLine(pid: number): string {
  const fromProc = readTextIfThere(`/proc/${pid}/cmdline`);
  if (fromProc !== undefined) return fromProc.replaceAll('\0', ' ').trim();
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** Waits until the process has ended; false when it has not within the time. */
export async function waitForEnd(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(25);
  }
  return true;
}

/** Sends a signal; a process that has ended already is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
