import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database.ts';

/** A stream whose events a projection has set aside. */
export interface ParkedStream {
  readonly projection: string;
  readonly stream_id: string;
  readonly type: string;
  readonly events: number;
  readonly error: string;
  readonly parked_at: Date;
}

/** Parked streams that need attention, with the event that could not be folded. */
export async function listParkedStreams(
  db: Kysely<Database>,
  limit: number,
): Promise<readonly ParkedStream[]> {
  const { rows } = await sql<ParkedStream>`
    select projection, stream_id, count(*)::int as events,
           (array_agg(type order by position))[1] as type,
           coalesce((array_agg(error order by position) filter (where error is not null))[1], '') as error,
           min(parked_at) as parked_at
      from parked_events group by projection, stream_id order by min(parked_at) limit ${limit}`.execute(db);
  return rows;
}

export interface RetryNote {
  readonly retry_id: number;
  readonly target: string;
  readonly reason: string;
  readonly by: string;
  readonly at: string;
}

/** Who retried what, and why, the newest first. */
export async function listRetries(db: Kysely<Database>, limit: number): Promise<readonly RetryNote[]> {
  // By the streams' names, which are few and in order: the log itself is long.
  const { rows } = await sql<RetryNote>`
    select (e.data ->> 'retryId')::bigint as retry_id, e.data ->> 'reason' as reason, e.data ->> 'at' as at,
           coalesce(e.data ->> 'jobId', (e.data ->> 'projection') || ' ' || (e.data ->> 'streamId')) as target,
           coalesce(u.name, '') as by
      from (select stream_id from streams
             where stream_id >= 'job-retry-' and stream_id < 'job-retry.'
             order by first_position desc limit ${limit}) s
      join events e on e.stream_id = s.stream_id and e.version = 1
      left join users u on u.id = (e.data -> 'by' ->> 'userId')::bigint
     order by e.position desc`.execute(db);
  return rows;
}
