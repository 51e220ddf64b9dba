import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** How long the oldest event that no checkpoint covers has been in the log, in milliseconds at `now`; 0 when every event is sealed. */
export async function unsealedForMs(db: Kysely<Database>, now: Date): Promise<number> {
  const { rows } = await sql<{ at: Date }>`
    select e.recorded_at as at from events e
     where e.position > (select coalesce(max(position), 0) from log_checkpoints)
       and e.position <= (select position from log_horizon)
     order by e.position limit 1`.execute(db);
  const [oldest] = rows;
  return oldest === undefined ? 0 : Math.max(0, now.getTime() - oldest.at.getTime());
}

/** Sealing happens every 20 seconds: an event that waits this long waits for a person. */
export const SEALED_LATE_MS = 120_000;
