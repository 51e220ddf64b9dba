import { isLockConflict } from '@atelier/postgres/lock-conflict.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { asOwner } from '../projections/rebuild-state.ts';
import type { EventRows } from './event-rows.ts';
import type { ImportedStreams } from './imported-streams.ts';
import { LogGrewIntoImport } from './room.ts';

const ROWS = 500;

/** The newest inline row of every stream, as an append would have left it. */
export async function writeRows(client: PoolClient, streams: ImportedStreams): Promise<void> {
  const byTable = Map.groupBy(
    [...streams.values()].filter(({ row }) => row !== undefined),
    ({ row }) => row?.table ?? '',
  );
  // The append's own role: owners see no rows of protected tables.
  await client.query('set local role atelier_writer');
  for (const [table, held] of byTable) {
    const rows = held.map(({ row, version, last }) => ({ ...row?.values, version, position: last }));
    for (let from = 0; from < rows.length; from += ROWS)
      await client.query('select write_inline_rows($1, $2)', [
        table,
        JSON.stringify(rows.slice(from, from + ROWS)),
      ]);
  }
  await client.query('set local role none');
}

/** The advisory lock every append shares (migrations/repeatable/append_events.sql): held exclusively, no append runs. */
const appendLock = 4_715_021;
const TRIES = 50;
const PAUSE_MS = 50;

/**
 * The last step before the commit: lets the sequence go on behind the import. The append lock is held alone from here
 * to the commit, for milliseconds. So no append draws a place that is behind the import while readers cannot see the
 * import yet: a reader of a later event sees all of it.
 * @throws LogGrewIntoImport
 */
export async function passSequence(client: PoolClient, { first, last }: EventRows): Promise<void> {
  await lockAppends(client);
  const { rows } = await client.query<{ drawn: number }>('select last_value as drawn from event_position');
  if ((rows[0]?.drawn ?? 0) >= first) throw new LogGrewIntoImport();
  await client.query(`select setval('event_position', $1)`, [last]);
}

/**
 * Moves the horizon past the import. It looks at every event that it passes, which may take longer than the next
 * store to open is allowed to wait. Where an append is open, the next append moves it.
 */
export const passHorizon = (owner: Pool): Promise<void> =>
  asOwner(owner, async (client) => {
    await client.query('set local role atelier_writer');
    await client.query('select from advance_horizon()');
  });

/**
 * Gives up early and tries again: appends queue behind a waiter for this lock, and one that waits for a row of the
 * import must be able to end first.
 */
async function lockAppends(client: PoolClient): Promise<void> {
  await client.query(`set local lock_timeout = '200ms'`);
  for (let attempt = 1; ; attempt += 1) {
    await client.query('savepoint before_lock');
    try {
      await client.query('select pg_advisory_xact_lock($1)', [appendLock]);
      return;
    } catch (error) {
      if (!isLockConflict(error) || attempt === TRIES) throw error;
      await client.query('rollback to savepoint before_lock');
      await sleep(PAUSE_MS);
    }
  }
}
