import { open, readFile } from 'node:fs/promises';
import type { EventStore } from '../types.ts';

export interface Erasure {
  readonly subject: string;
  readonly reason: string;
  /** ISO 8601, UTC. */
  readonly erasedAt: string;
}

/** Who was erased, kept outside the database, so that restoring an old backup brings nobody back. */
export interface ErasureLedger {
  /** Durable when it resolves. */
  readonly add: (erasure: Erasure) => Promise<void>;
  readonly list: () => Promise<readonly Erasure[]>;
}

/** A ledger as a file of JSON lines. It holds no personal data: subjects are references. */
export function createFileErasureLedger(file: string): ErasureLedger {
  return {
    add: async (erasure) => {
      const handle = await open(file, 'a', 0o600);
      try {
        await handle.appendFile(`${JSON.stringify(erasure)}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    list: async () => parseLines(await readFile(file, 'utf8').catch(emptyWhenMissing)),
  };
}

/** Erases a person: first into the ledger, so that no crash forgets it, then the key. */
export async function eraseSubject(
  store: EventStore,
  ledger: ErasureLedger,
  subject: string,
  reason: string,
  now: Date,
): Promise<void> {
  await ledger.add({ subject, reason, erasedAt: now.toISOString() });
  await store.erase(subject, reason);
}

/** For after a restore: erases again whoever the ledger names. Answers how many there are. Nothing calls it yet (decisions/0004). */
export async function reapplyErasures(store: EventStore, ledger: ErasureLedger): Promise<number> {
  const erasures = await ledger.list();
  for (const { subject, reason } of erasures) await store.erase(subject, reason);
  return erasures.length;
}

function parseLines(text: string): readonly Erasure[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Erasure => JSON.parse(line));
}

function emptyWhenMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
