import { copyFileSync, readdirSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

const largeLog = 20 * 1024 * 1024;

/** Puts a large log aside as `<name>.1`, so that two of them are all that a disk has to hold. */
export function putLargeLogAside(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > largeLog) renameSync(file, `${file}.1`);
}

const everyMs = 60_000;

/** The logs that processes of ours are writing now: those of a folder, and others. */
export interface WrittenLogs {
  readonly folder: string;
  readonly others: readonly string[];
}

/** Empties each log that has grown large, its lines kept as `<name>.1`, every minute until stopped. */
export function keepLogsSmall({ folder, others }: WrittenLogs): { stop: () => void } {
  const look = (): void => {
    const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
    for (const file of [...logs.map((name) => join(folder, name)), ...others]) emptyLargeLog(file);
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/**
 * Who writes it has it open for appending and goes on at its new end. Where there is no room for the copy its lines are
 * given up: a disk that is full needs them least.
 */
export function emptyLargeLog(file: string, limit = largeLog): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= limit) return;
  const copy = `${file}.1`;
  try {
    copyFileSync(file, copy);
  } catch {
    rmSync(copy, { recursive: true, force: true });
  }
  truncateSync(file);
}
