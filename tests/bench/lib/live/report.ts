import { median, percentile } from '../stats.ts';
import { markdownTable, whole } from '../table.ts';
import type { Delays } from './arrivals.ts';
import type { Opened } from './messages.ts';

export const MIB = 1024 * 1024;

export const FAN_OUT_HEAD = [
  '',
  'changes × screens per core and s',
  'CPU µs each',
  'frames each',
  'bytes each',
  'cores used',
];

/** What a run sent, and what it took. */
export interface FanOut {
  /** Changed rows that reached a screen. */
  readonly rows: number;
  readonly frames: number;
  readonly bytes: number;
  /** Of the frames with rows. */
  readonly rowBytes: number;
  readonly cpuMs: number;
  readonly databaseMs: number;
  readonly clientMs: number;
}

/** One side of the comparison, as medians of its runs of so many seconds. */
export function fanOutRow(name: string, runs: readonly FanOut[], seconds: number): readonly string[] {
  const of = (pick: (run: FanOut) => number): number => median(runs.map(pick));
  return [
    name,
    whole(of(perCore)),
    of(({ cpuMs, rows }) => (cpuMs * 1_000) / rows).toFixed(1),
    of(({ frames, rows }) => frames / rows).toFixed(2),
    whole(of(({ bytes, rows }) => bytes / rows)),
    of(({ cpuMs }) => cpuMs / 1_000 / seconds).toFixed(2),
  ];
}

/** Rows at screens for a second of a core. */
export function perCore({ rows, cpuMs }: FanOut): number {
  return rows / (cpuMs / 1_000);
}

/** How long each attempt took. */
export function spread({ took }: Opened): string {
  const sorted = took.toSorted((one, other) => one - other);
  return `${percentile(sorted, 0.5).toFixed(0)} ms (p50), ${percentile(sorted, 0.99).toFixed(0)} ms (p99)`;
}

export function delayText(delays: Delays | undefined): string {
  if (delays === undefined) return 'no frame';
  return `p50 ${delays.p50.toFixed(1)}, p99 ${delays.p99.toFixed(1)}, max ${delays.max.toFixed(0)} ms`;
}

/** Bytes as whole MiB. */
export function mib(bytes: number): string {
  return (bytes / MIB).toFixed(0);
}

/** A table under its title. */
export function print(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  say(`${title}\n\n${markdownTable(head, rows)}\n`);
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
