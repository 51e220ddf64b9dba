import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { openDifferences } from '../../system/consistency/consistency.queries.ts';

/** The end of the log, kept with a round's cursors. */
export async function logPosition(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ position: number }>`select position from public.log_horizon`.execute(db);
  return rows[0]?.position ?? 0;
}

/**
 * Whether nothing was appended since the last round began, nothing is left to repair, and that round began less than `restMs`
 * before `now`.
 */
export async function isAtRest(db: Kysely<Database>, now: Date, restMs: number): Promise<boolean> {
  const { cursors, round_at: at } = await db
    .selectFrom('consistency_progress')
    .select(['cursors', 'round_at'])
    .executeTakeFirstOrThrow();
  if (at === null || now.getTime() - at.getTime() >= restMs) return false;
  if (cursors['position'] !== (await logPosition(db))) return false;
  return (await openDifferences(db, 1)).length === 0;
}
