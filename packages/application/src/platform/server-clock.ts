import type { Clock } from '@atelier/postgres/timers.ts';
import type { Pool } from 'pg';

const RESYNC_MS = 30_000;

export interface ServerClock extends Clock {
  readonly stop: () => void;
}

/**
 * One time for all nodes: PostgreSQL's, carried forward by this process's steady counter. A node whose own clock
 * is an hour off, or jumps, neither ends sessions nor opens locks (product/reliability.md §14).
 */
export async function startServerClock(pool: Pool, onError: (error: unknown) => void): Promise<ServerClock> {
  let offset = await measure(pool);
  const timer = setInterval(() => {
    measure(pool).then((measured) => (offset = measured), onError);
  }, RESYNC_MS);
  timer.unref();
  return {
    now: () => new Date(performance.now() + offset),
    stop: () => clearInterval(timer),
  };
}

/** Database time minus the steady counter, in ms; the way there and back counts half each. */
async function measure(pool: Pool): Promise<number> {
  const before = performance.now();
  const { rows } = await pool.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  );
  const after = performance.now();
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL did not answer with the time');
  return row.ms - (before + after) / 2;
}
