import { join } from 'node:path';
import { rmSync } from 'node:fs';
import { Fault } from '../fault.ts';
import { readTextIfThere } from '../files.ts';
import { commandLine, isAlive, signal, waitForEnd } from '../processes.ts';

/** A server that runs in a data folder that this process did not start. */
export interface Orphan {
  readonly pid: number;
  readonly port: number;
}

/**
 * The server named by the folder's lock file, when it really is one. After a restart of the machine
 * the number may belong to any other process: then the lock is void and is removed, because
 * PostgreSQL itself would take that process for a second server and refuse to start.
 */
export function findOrphan(dataDir: string): Orphan | undefined {
  const { pid, port } = readLock(dataDir);
  if (pid === undefined) return undefined;
  if (isAlive(pid) && isServerOf(dataDir, pid)) return { pid, port };
  removeLockOf(pid, dataDir);
  return undefined;
}

const lockFile = (dataDir: string): string => join(dataDir, 'postmaster.pid');

function readLock(dataDir: string): { pid: number | undefined; port: number } {
  const lines = readTextIfThere(lockFile(dataDir))?.split('\n');
  return { pid: lines === undefined ? undefined : Number(lines[0]), port: Number(lines?.[3]) };
}

/** Safe once that process is gone: a server also refuses shared memory that others are attached to. */
function removeLockOf(pid: number, dataDir: string): void {
  if (readLock(dataDir).pid === pid) rmSync(lockFile(dataDir), { force: true });
}

function isServerOf(dataDir: string, pid: number): boolean {
  const line = commandLine(pid);
  return line.includes('postgres') && line.includes(dataDir);
}

/**
 * Stops a server step by step: fast, then immediate (its log is replayed at the next start), then killed.
 * A killed one leaves its lock, and where dead processes are not reaped its number seems alive to the next.
 */
export async function stopServer(pid: number, dataDir: string): Promise<void> {
  for (const [name, patience] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    signal(pid, name);
    signal(pid, 'SIGCONT');
    if (await waitForEnd(pid, patience)) return removeLockOf(pid, dataDir);
  }
  throw new Fault(`PostgreSQL (process ${pid}) does not end: stop it, then start again.`);
}
