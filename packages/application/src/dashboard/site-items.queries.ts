import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/database.ts';

/** The projection that keeps the census. */
const KEEPER = 'dashboard';
/** The census is further behind than this only while no worker runs. */
const MOST_BEHIND = 2_000;

/**
 * Ids of all items that the caller's site sees, and of some that it does not: the row policy leaves those out. As the
 * dashboard's census has them, with the log's events since and what the census could not take in. Undefined when that
 * is too much to go through.
 */
export async function itemsOfMySite(trx: Kysely<Database>): Promise<readonly number[] | undefined> {
  const { rows } = await sql<{ id: number; is_late: boolean }>`
    with late as materialized (
      select stream_id from events
       where position > (select position from projection_checkpoints where name = ${KEEPER})
       limit ${MOST_BEHIND + 1})
    select id, false as is_late from items_of_my_site() as mine (id)
    union all select substr(stream_id, 6)::bigint, true from late where stream_id like 'item-%'
    union all select substr(stream_id, 6)::bigint, false from parked_events
       where projection = ${KEEPER} and stream_id like 'item-%'`.execute(trx);
  if (rows.filter((row) => row.is_late).length > MOST_BEHIND) return undefined;
  return [...new Set(rows.map(({ id }) => id))];
}
