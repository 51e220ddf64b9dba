import { isLockConflict } from '@atelier/postgres/lock-conflict.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Beginning, EventRows } from './event-rows.ts';

/** The log's appends came near the places that the import had chosen: nothing was imported, try with more room. */
export class LogGrewIntoImport extends Error {
  readonly code = 'log_grew_into_import';

  constructor() {
    super('the log grew into the positions of the import: nothing was imported, import again with more room');
    this.name = 'LogGrewIntoImport';
  }
}

/** Chooses places ahead of the log: `room` of them are left to appends that go on meanwhile. */
export async function beginAt(client: PoolClient, room: number): Promise<Beginning> {
  const { rows } = await client.query<Beginning & { readonly last: number }>(
    `select p.last_value + $1::bigint as first, m.moment::text as moment,
            ((extract(epoch from m.moment) * 1000000)::bigint)::text as micros
       from event_position p, (select clock_timestamp() as moment) m`,
    [room],
  );
  if (rows[0] === undefined) throw new Error('the log has no sequence: run the migrations');
  return rows[0];
}

/** Appends must never meet the import's places: an append that drew one would wait for the import, and then fail. */
const closest = 0.1;

/**
 * Partitions for everything prepared so far.
 * @throws LogGrewIntoImport when nine tenths of the room are used up
 */
export async function makeRoom(
  owner: Pool,
  { first, last }: Pick<EventRows, 'first' | 'last'>,
  room: number,
): Promise<void> {
  const { rows } = await owner.query<{ drawn: number; upper: number; width: number }>(
    `select (select last_value from event_position) as drawn, width,
            (select coalesce(max(upper_position), 0) from event_partitions) as upper from event_partitioning`,
  );
  const { drawn = 0, upper = 0, width = 1 } = rows[0] ?? {};
  if (drawn > first - room * closest) throw new LogGrewIntoImport();
  if (last >= upper) await makePartitions(owner, Math.ceil((last - drawn) / width) + 1);
}

const PAUSE_MS = 100;
const TRIES = 100;

/** Tries again: another session may be making partitions, or a backup may hold the lock that making them takes. */
async function makePartitions(owner: Pool, ahead: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { rows } = await owner.query<{ made: string }>('select make_next_event_partition($1) as made', [
        ahead,
      ]);
      if (rows[0]?.made === 'enough') return;
      if (rows[0]?.made === 'made') continue;
    } catch (error) {
      if (!isLockConflict(error) || attempt >= TRIES) throw error;
    }
    await sleep(PAUSE_MS);
  }
}
