import { readFileSync, readdirSync } from 'node:fs';

/**
 * Milliseconds of processor time that this process, the programs it has run and a PostgreSQL server have used so
 * far; undefined where there is no /proc. Unlike rates it says little about who else is using the machine.
 */
export function cpuMs(postmaster: number): number | undefined {
  try {
    const own = process.cpuUsage();
    const mine = (own.user + own.system) / 1_000 + finishedChildren(process.pid);
    return mine + serverCpuMs(postmaster);
  } catch {
    return undefined;
  }
}

/** Milliseconds of processor time that a PostgreSQL server's processes have used so far. */
export function serverCpuMs(postmaster: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const backends = pids.map((pid) => statOf(pid)).filter((stat) => stat?.parent === postmaster);
  return backends.reduce((sum, stat) => sum + (stat?.usedMs ?? 0), 0) + finishedChildren(postmaster);
}

/** Milliseconds of processor time that a process has used so far; 0 for one that has ended. */
export function processCpuMs(pid: number): number {
  return statOf(pid)?.usedMs ?? 0;
}

// Linux counts in hundredths of a second.
const tickMs = 10;

interface Stat {
  readonly parent: number;
  readonly usedMs: number;
  readonly childrenMs: number;
}

function statOf(pid: string | number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name in brackets: state, parent, …, user, system, and both of the children waited for.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = (first: number): number => ((fields[first] ?? 0) + (fields[first + 1] ?? 0)) * tickMs;
    return { parent: fields[1] ?? 0, usedMs: ticks(11), childrenMs: ticks(13) };
  } catch {
    // Ended meanwhile.
    return undefined;
  }
}

function finishedChildren(pid: number): number {
  return statOf(pid)?.childrenMs ?? 0;
}
