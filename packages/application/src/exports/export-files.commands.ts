import { sql } from 'kysely';
import type { AppDb } from '../platform/database.ts';

/** A figure for the screen: how many rows of how many are written. */
export async function noteProgress(db: AppDb, exportId: number, done: number, total: number): Promise<void> {
  await db
    .insertInto('export_progress')
    .values({ export_id: exportId, done, total, updated_at: new Date() })
    .onConflict((conflict) =>
      conflict.column('export_id').doUpdateSet({ done, total, updated_at: sql`clock_timestamp()` }),
    )
    .execute();
}

/** Before the bytes are kept: whatever happens next, the sweep knows of them. */
export async function announceFile(db: AppDb, exportId: number, blob: string): Promise<void> {
  await db
    .insertInto('export_files')
    .values({ export_id: exportId, blob, kept_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A stretch of a file: `begins` and `size` count bytes of the file, not of what is kept. */
export interface ExportPart {
  readonly part: number;
  readonly begins: number;
  readonly size: number;
  readonly blob: string;
}

/** After its bytes were kept. */
export async function addPart(db: AppDb, exportId: number, part: ExportPart): Promise<void> {
  await db
    .insertInto('export_parts')
    .values({ export_id: exportId, ...part })
    .execute();
}

/** Before another attempt: what an earlier one left is a file no longer. */
export async function forgetParts(db: AppDb, exportId: number): Promise<void> {
  await db.deleteFrom('export_parts').where('export_id', '=', exportId).execute();
}
