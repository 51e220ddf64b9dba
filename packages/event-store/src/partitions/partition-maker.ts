import type { Pool } from 'pg';
import { realTimers, type Timers } from '@atelier/postgres/timers.ts';

/** How it stands with partitions after they were found due. */
export interface PartitionState {
  /** Widths of positions for which partitions are ready; undefined when that could not be read. */
  readonly widthsAhead: number | undefined;
  /** Why none could be made; undefined when all that were due are there. */
  readonly error?: unknown;
  /** Milliseconds until the next try, after an error. */
  readonly retryInMs?: number;
}

export interface PartitionMaker {
  /** Partitions run short: make some soon. Never waits; many calls make one try. */
  readonly due: () => void;
  /** No further try; resolves when the one under way has ended. */
  readonly close: () => Promise<void>;
}

export interface PartitionMakerOptions {
  readonly onState: (state: PartitionState) => void;
  readonly timers?: Timers;
}

const shortestRetryMs = 1_000;
const longestRetryMs = 60_000;

type Made = 'made' | 'enough' | 'busy';

/**
 * Makes the log's partitions ahead, beside whatever reads and appends. Each try gives up after 50 ms of waiting for
 * its lock, and tries follow each other with growing pauses: a backup may hold that lock for hours.
 */
export function createPartitionMaker(pool: Pool, options: PartitionMakerOptions): PartitionMaker {
  const { onState, timers = realTimers } = options;
  const closing = new AbortController();
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; failures += 1) {
      const retryInMs = Math.min(shortestRetryMs * 2 ** failures, longestRetryMs);
      if (await tryOnce(retryInMs)) break;
      await timers.sleep(retryInMs, closing.signal);
    }
    // In the same step as the last check: a later call starts again.
    working = undefined;
  }

  /** Whether nothing is left to do. */
  async function tryOnce(retryInMs: number): Promise<boolean> {
    try {
      const enough = await makeAll(pool, closing.signal);
      if (enough) onState({ widthsAhead: await partitionsAhead(pool) });
      return enough;
    } catch (error) {
      const widthsAhead = await partitionsAhead(pool).catch(() => undefined);
      onState({ widthsAhead, error, retryInMs });
      return false;
    }
  }

  return {
    due: () => {
      if (!closing.signal.aborted) working ??= work();
    },
    close: async () => {
      closing.abort();
      await working;
    },
  };
}

/** One transaction per partition, so that the lock is held for a moment only. False when another session is at it. */
async function makeAll(pool: Pool, signal: AbortSignal): Promise<boolean> {
  let made: Made = 'made';
  while (made === 'made' && !signal.aborted) {
    const { rows } = await pool.query<{ made: Made }>('select make_next_event_partition() as made');
    made = rows[0]?.made ?? 'enough';
  }
  return made !== 'busy';
}

/** For how many widths of positions partitions are ready. Below zero, the default partition takes what is appended. */
export async function partitionsAhead(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ ahead: number }>('select event_partitions_ahead() as ahead');
  return rows[0]?.ahead ?? 0;
}

/** The two levels of a structured log that are used here. */
interface Log {
  readonly warn: (fields: object, message: string) => void;
  readonly error: (fields: object, message: string) => void;
}

/** Writes a failed try into the log: a warning while there is time, an error when less than one width is left. */
export function logPartitions(log: Log, { widthsAhead, error, retryInMs }: PartitionState): void {
  if (error === undefined) return;
  const runsOut = widthsAhead !== undefined && widthsAhead < 1;
  const fields = { err: error, widthsAhead, retryInMs };
  log[runsOut ? 'error' : 'warn'](
    fields,
    `partition creation failed, retrying in ${(retryInMs ?? 0) / 1000} s`,
  );
}
