import type { PoolClient } from 'pg';
import type { LogCursor } from '../log-requests.ts';
import { CheckpointMoved } from './failures.ts';
import { writeLock } from './leases.ts';
import { nameStatement } from '@atelier/postgres/prepared-client.ts';
import type { Queryable } from '@atelier/postgres/transaction.ts';

export interface Checkpoint extends LogCursor {
  /** The runner that may move it. */
  readonly leader: number | null;
}

/** How far a projection has read, and who leads it; makes its checkpoint at 0 when it never ran. */
export async function readLedCheckpoint(db: Queryable, name: string): Promise<Checkpoint> {
  await db.query(
    `insert into projection_checkpoints (name, position, parked, updated_at) values ($1, 0, 0, clock_timestamp())
     on conflict do nothing`,
    [name],
  );
  const { rows } = await db.query<Checkpoint>(
    'select h.epoch, c.position, c.leader from projection_checkpoints c, log_horizon h where c.name = $1',
    [name],
  );
  if (rows[0] === undefined) throw new Error(`projection ${name} has no checkpoint`);
  return rows[0];
}

/** How far a projection has read; makes its checkpoint at 0 when it never ran. */
export const readCheckpoint = async (db: Queryable, name: string): Promise<number> =>
  (await readLedCheckpoint(db, name)).position;

// Every projection runs one of these for every move of the log: prepared, since planning costs more than running.
const MOVE = `with writing as materialized (select pg_advisory_xact_lock_shared($5, $4))
  update projection_checkpoints set position = $3, updated_at = clock_timestamp()
    from (select count(*) from writing) locked
   where name = $1 and position = $2 and ($4::int is null or leader = $4)
     and exists (select from log_horizon where epoch = $6) returning parked`;
const SKIP = `with unhurried as materialized (select set_config('synchronous_commit', 'off', true))
  update projection_checkpoints set position = $3, updated_at = clock_timestamp()
    from unhurried where name = $1 and position = $2 and ($4::int is null or leader = $4)
     and exists (select from log_horizon where epoch = $5) returning name`;
nameStatement(MOVE, 'move_checkpoint');
nameStatement(SKIP, 'skip_checkpoint');

/** A move of a projection's checkpoint. */
export interface Move {
  readonly from: number;
  /** In its epoch alone: what was read in another one may be of events that were lost. */
  readonly to: LogCursor;
  /**
   * Only while this runner leads the projection. Without it any caller that finds the position moves it:
   * tests, seeds, commands.
   */
  readonly leader?: number | undefined;
}

/**
 * Moves the checkpoint by compare-and-set and answers how many events are parked. First thing in the transaction: the
 * row lock makes a second runner wait here, and then find the checkpoint moved, or led by another, instead of doing the
 * work twice. A leader's transaction carries its lock, so that the others can end it should the leader stand still.
 * @throws CheckpointMoved
 */
export async function moveCheckpoint(
  client: PoolClient,
  name: string,
  { from, to, leader }: Move,
): Promise<number> {
  const { rows } = await client.query<{ parked: number }>(MOVE, [
    name,
    from,
    to.position,
    leader ?? null,
    writeLock,
    to.epoch,
  ]);
  if (rows[0] === undefined) throw new CheckpointMoved(name, from);
  return rows[0].parked;
}

/**
 * Moves the checkpoint over a stretch that held nothing for this projection. Nothing is lost if a crash forgets it,
 * so no caller waits for the disk.
 * @throws CheckpointMoved
 */
export async function skipTo(db: Queryable, name: string, { from, to, leader }: Move): Promise<void> {
  const { rows } = await db.query(SKIP, [name, from, to.position, leader ?? null, to.epoch]);
  if (rows.length !== 1) throw new CheckpointMoved(name, from);
}
