import type { PoolClient } from 'pg';
import { CheckpointMoved } from './failures.ts';
import type { Queryable } from './projection-database.ts';

/** How far a projection has read; makes its checkpoint at 0 when it never ran. */
export async function readCheckpoint(db: Queryable, name: string): Promise<number> {
  await db.query(
    `insert into projection_checkpoints (name, position, parked, updated_at) values ($1, 0, 0, clock_timestamp())
     on conflict do nothing`,
    [name],
  );
  const { rows } = await db.query<{ position: number }>(
    'select position from projection_checkpoints where name = $1',
    [name],
  );
  if (rows[0] === undefined) throw new Error(`projection ${name} has no checkpoint`);
  return rows[0].position;
}

/**
 * Moves the checkpoint by compare-and-set and answers how many events are parked. First thing in the transaction: the
 * row lock makes a second runner wait here, and then find the checkpoint moved instead of doing the work twice.
 * @throws CheckpointMoved
 */
export async function moveCheckpoint(
  client: PoolClient,
  name: string,
  from: number,
  to: number,
): Promise<number> {
  const { rows } = await client.query<{ parked: number }>(
    `update projection_checkpoints set position = $3, updated_at = clock_timestamp()
      where name = $1 and position = $2 returning parked`,
    [name, from, to],
  );
  if (rows[0] === undefined) throw new CheckpointMoved(name, from);
  return rows[0].parked;
}

/**
 * Moves the checkpoint over a stretch that held nothing for this projection. Nothing is lost if a crash forgets it,
 * so nobody waits for the disk.
 * @throws CheckpointMoved
 */
export async function skipTo(db: Queryable, name: string, from: number, to: number): Promise<void> {
  const { rows } = await db.query(
    `with unhurried as materialized (select set_config('synchronous_commit', 'off', true))
     update projection_checkpoints set position = $3, updated_at = clock_timestamp()
       from unhurried where name = $1 and position = $2 returning name`,
    [name, from, to],
  );
  if (rows.length !== 1) throw new CheckpointMoved(name, from);
}
