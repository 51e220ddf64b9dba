import { readFileSync } from 'node:fs';
import { processCpuMs } from '../cpu.ts';

/** What some processes have used: processor time so far (ms), and memory now (bytes). */
export interface Usage {
  readonly cpuMs: number;
  readonly memory: number;
}

export function usageOf(pids: readonly number[]): Usage {
  const sum = (read: (pid: number) => number): number => pids.reduce((all, pid) => all + read(pid), 0);
  return { cpuMs: sum(processCpuMs), memory: sum(residentBytes) };
}

function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes ?? 0) * 1_024;
}

/** The most memory that some processes had at one moment until it is asked, looked at four times a second. */
export function watchMemory(pids: readonly number[]): () => number {
  let most = usageOf(pids).memory;
  const timer = setInterval(() => (most = Math.max(most, usageOf(pids).memory)), 250);
  return () => {
    clearInterval(timer);
    return most;
  };
}
