import type { Pool } from 'pg';
import { inDiscarded } from '@atelier/postgres/transaction.ts';

/** For how many milliseconds the oldest commit of this login waits for a synchronous standby; 0 when none waits. */
export function unconfirmedForMs(pool: Pool): Promise<number> {
  return inDiscarded(pool, async (client) => {
    // The pool's role is not shown what other sessions wait for. The login is shown its own.
    await client.query('set local role none');
    const { rows } = await client.query<{ ms: number }>(
      `select coalesce(max(extract(epoch from clock_timestamp() - query_start)), 0)::float8 * 1000 as ms
         from pg_stat_activity where wait_event = 'SyncRep' and datname = current_database()`,
    );
    return rows[0]?.ms ?? 0;
  });
}
