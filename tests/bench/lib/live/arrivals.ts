import type { Pool } from 'pg';
import { percentile } from '../stats.ts';
import type { Arrival } from './messages.ts';

export interface Delays {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly count: number;
}

interface Committed {
  readonly stream_id: string;
  readonly version: number;
  readonly at: number;
}

/** From the moment PostgreSQL notes for a commit, before it is flushed, to the frame at a client: milliseconds. */
export async function delaysOf(
  pool: Pool,
  since: number,
  arrivals: readonly Arrival[],
): Promise<Delays | undefined> {
  const { rows } = await pool.query<Committed>(
    `select stream_id, version, extract(epoch from pg_xact_commit_timestamp(xmin))::float8 * 1000 as at
       from events where position > $1 and stream_id like 'item-%'`,
    [since],
  );
  const commits = new Map(rows.map(({ stream_id, version, at }) => [`${stream_id}/${version}`, at]));
  const delays = arrivals.flatMap(([id, version, at]) => {
    const committed = commits.get(`item-${id}/${version}`);
    return committed === undefined ? [] : [at - committed];
  });
  return summary(delays);
}

/** Undefined when there are none. */
export function summary(all: readonly number[]): Delays | undefined {
  if (all.length === 0) return undefined;
  const delays = all.toSorted((one, other) => one - other);
  const of = (share: number): number => percentile(delays, share);
  return { p50: of(0.5), p99: of(0.99), max: delays.at(-1) ?? 0, count: delays.length };
}
export async function endOfLog(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ end: number }>(
    'select coalesce(max(position), 0)::float8 as end from events',
  );
  return rows[0]?.end ?? 0;
}
