import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database.ts';
import { CheckpointMoved } from './failures.ts';

/** How far a projection has read; makes its checkpoint at 0 when it never ran. */
export async function readCheckpoint(db: Kysely<Database>, name: string): Promise<number> {
  await db
    .insertInto('projection_checkpoints')
    .values({ name, position: 0, parked: 0, updated_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('projection_checkpoints')
    .select('position')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.position;
}

/**
 * Moves the checkpoint by compare-and-set and answers how many events are parked. First thing in the transaction: the
 * row lock makes a second runner wait here, and then find the checkpoint moved instead of doing the work twice.
 * @throws CheckpointMoved
 */
export async function moveCheckpoint(
  trx: Transaction<Database>,
  name: string,
  from: number,
  to: number,
): Promise<number> {
  const moved = await trx
    .updateTable('projection_checkpoints')
    .set({ position: to, updated_at: sql`clock_timestamp()` })
    .where('name', '=', name)
    .where('position', '=', from)
    .returning('parked')
    .executeTakeFirst();
  if (moved === undefined) throw new CheckpointMoved(name, from);
  return moved.parked;
}

/**
 * Moves the checkpoint over a stretch that held nothing for this projection. Nothing is lost if a crash forgets it,
 * so nobody waits for the disk.
 * @throws CheckpointMoved
 */
export async function skipTo(db: Kysely<Database>, name: string, from: number, to: number): Promise<void> {
  const moved = await sql`
    with unhurried as materialized (select set_config('synchronous_commit', 'off', true))
    update projection_checkpoints set position = ${to}, updated_at = clock_timestamp()
      from unhurried where name = ${name} and position = ${from}`.execute(db);
  if (moved.numAffectedRows !== 1n) throw new CheckpointMoved(name, from);
}
