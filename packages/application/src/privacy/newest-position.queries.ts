import type { Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';

const TABLES = [
  'privacy_request_row',
  'legal_hold_row',
  'privacy_export_row',
  'retention_schedule_row',
  'retention_run_row',
] as const;

/** Position of the newest event of this slice that a screen shows; 0 = none yet. */
export async function newestPrivacyPosition(db: Kysely<Database>): Promise<number> {
  const newest = await Promise.all(
    TABLES.map((table) =>
      db
        .selectFrom(table)
        .select((select) => select.fn.max('position').as('position'))
        .executeTakeFirst(),
    ),
  );
  return Math.max(0, ...newest.map((row) => row?.position ?? 0));
}
