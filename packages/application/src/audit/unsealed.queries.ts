import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/database.ts';

/** When the oldest event that no checkpoint covers was recorded; undefined while every event is sealed. */
export async function oldestUnsealed(db: Kysely<Database>): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select e.recorded_at as at from events e
     where e.position > (select coalesce(max(position), 0) from log_checkpoints)
       and e.position <= (select position from log_horizon)
     order by e.position limit 1`.execute(db);
  return rows[0]?.at;
}

/** How long that event has been in the log, in milliseconds at `now`; 0 when every event is sealed. */
export async function unsealedForMs(db: Kysely<Database>, now: Date): Promise<number> {
  const oldest = await oldestUnsealed(db);
  return oldest === undefined ? 0 : Math.max(0, now.getTime() - oldest.getTime());
}

/** Sealing happens every 20 seconds: an event that waits this long waits for a person. */
export const SEALED_LATE_MS = 120_000;
