import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/database.ts';

/** How many persons were ever erased: what was read under another number may hold one of them. */
export async function countErasures(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from erasures`.execute(db);
  return rows[0]?.count ?? 0;
}
