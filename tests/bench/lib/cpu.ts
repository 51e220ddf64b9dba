import { readFileSync, readdirSync } from 'node:fs';

/**
 * Milliseconds of processor time that this process, the programs it has run and a PostgreSQL server have used so
 * far; undefined where there is no /proc. Unlike rates it says little about who else is using the machine.
 */
export function cpuMs(postmaster: number): number | undefined {
  try {
    const own = process.cpuUsage();
    const mine = (own.user + own.system) / 1_000 + finishedChildren(process.pid);
    const servers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const backends = servers.map((pid) => statOf(pid)).filter((stat) => stat?.parent === postmaster);
    const used = backends.reduce((sum, stat) => sum + (stat?.usedMs ?? 0), 0);
    return mine + used + finishedChildren(postmaster);
  } catch {
    return undefined;
  }
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
