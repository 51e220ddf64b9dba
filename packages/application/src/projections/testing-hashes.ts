import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/database.ts';

/** How a table's rows differ from a copy taken before: nothing on either side = equal, row hash by row hash. */
export interface TableDifference {
  readonly rows: number;
  readonly missing: number;
  readonly extra: number;
}

/** Keeps the hash of every row of a table, to compare with later. */
export async function rowHashes(db: Kysely<Database>, table: string): Promise<readonly string[]> {
  const { rows } = await sql<{ hash: string }>`
    select md5(t::text) as hash from ${sql.table(table)} t order by 1`.execute(db);
  return rows.map((row) => row.hash);
}

export function difference(before: readonly string[], after: readonly string[]): TableDifference {
  const [old, now] = [new Set(before), new Set(after)];
  return {
    rows: after.length,
    missing: before.filter((hash) => !now.has(hash)).length,
    extra: after.filter((hash) => !old.has(hash)).length,
  };
}
