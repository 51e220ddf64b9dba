import { open, readFile } from 'node:fs/promises';
import type { Erasure } from '../types.ts';

/** Who was erased, kept outside the database, so that restoring an old backup brings nobody back. */
export interface ErasureLedger {
  /** Durable when it resolves. */
  readonly add: (erasures: readonly Erasure[]) => Promise<void>;
  readonly list: () => Promise<readonly Erasure[]>;
}

/** A ledger as a file of JSON lines. It holds no personal data: subjects are references. */
export function createFileErasureLedger(file: string): ErasureLedger {
  return {
    add: async (erasures) => {
      if (erasures.length === 0) return;
      const handle = await open(file, 'a', 0o600);
      try {
        await handle.appendFile(erasures.map((erasure) => `${JSON.stringify(erasure)}\n`).join(''));
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    list: async () => parseLines(await readFile(file, 'utf8').catch(emptyWhenMissing)),
  };
}

/** A crash in the middle of a line leaves an erasure that was never confirmed: it is left out, and asked for again. */
function parseLines(text: string): readonly Erasure[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) satisfies Erasure];
    } catch {
      return [];
    }
  });
}

function emptyWhenMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
