import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 60_000;
const PAUSE_MS = 250;
/** The pool's words and the driver's for a connection that did not come in time. */
const LATE = /timeout exceeded when trying to connect|Connection terminated due to connection timeout/;
/** PostgreSQL is starting, or has no room for another connection just now. */
const NOT_YET = new Set(['57P03', '53300']);

/**
 * Runs the first work of a process, again as long as only the connection is late: on a busy machine, or while
 * the server starts, it takes longer than a caller of the running system would wait.
 */
export async function untilConnected<T>(work: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isLate(error) || Date.now() > deadline) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

function isLate(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return LATE.test(error.message) || ('code' in error && NOT_YET.has(String(error.code)));
}
