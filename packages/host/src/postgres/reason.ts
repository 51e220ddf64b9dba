import { statSync } from 'node:fs';
import { Fault } from '../fault.ts';
import { readTextIfThere } from '../files.ts';

/** The first line that names a trouble: the lines after it only report the clearing up. */
export function reasonIn(text: string): string {
  const lines = text.trim().split('\n');
  const trouble = lines.find((line) => TROUBLE.test(line)) ?? lines.at(-1);
  return trouble?.replace(/^.*?(error|FATAL|PANIC):\s*/i, '') ?? 'no message';
}

const TROUBLE = /error:|FATAL|PANIC|No space left/i;
const FULL = /^.*(?:No space left on device|Disk quota exceeded).*$/m;
const MEMORY = /^.*(?:Cannot allocate memory|could not (?:map|create|resize).*shared memory).*$/m;

/**
 * Why a server did not start or ended, by what it or initdb wrote, as a sentence. `dataDir` is its data folder.
 * `log` is the file to read on in; undefined where what it wrote is kept nowhere.
 */
export function serverFault(text: string, dataDir: string, log?: string): Fault {
  const [memory] = MEMORY.exec(text) ?? [];
  if (memory !== undefined)
    return new Fault(
      `This machine has too little memory for PostgreSQL (${reasonIn(memory)}): stop other programs, or set DATABASE_URL to a server elsewhere.`,
    );
  const advice = log === undefined ? 'let it write there, or set DATA_DIR to another folder' : `see ${log}`;
  return (
    fullDisk(text, dataDir) ??
    new Fault(`PostgreSQL does not start in ${dataDir} (${reasonIn(text)}): ${advice}.`)
  );
}

/** The fault when a server wrote that its disk is full; undefined when it did not. */
export function fullDisk(text: string, dataDir: string): Fault | undefined {
  const [line] = FULL.exec(text) ?? [];
  if (line === undefined) return undefined;
  return new Fault(
    `The disk of the database in ${dataDir} is full (${reasonIn(line)}): make room there, or set DATA_DIR to a folder on another disk.`,
  );
}

/** The fault when a server wrote that it had to end; undefined when it did not. */
export const troubleIn = (text: string, dataDir: string, log: string): Fault | undefined =>
  fullDisk(text, dataDir) ?? (/PANIC/.test(text) ? serverFault(text, dataDir, log) : undefined);

/** Reads what is written to a log after this call; from its beginning when it was emptied meanwhile. */
export function writtenFromNow(log: string): () => string {
  const sizeOf = (): number => statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  const before = sizeOf();
  return () =>
    Buffer.from(readTextIfThere(log) ?? '')
      .subarray(sizeOf() < before ? 0 : before)
      .toString();
}
