import type { Queryable } from '@atelier/postgres/transaction.ts';

/** Forgets an interrupted rebuild, so that the next one begins again. */
export async function dropRebuild(db: Queryable, name: string): Promise<void> {
  await db.query('delete from projection_rebuilds where name = $1', [name]);
}
