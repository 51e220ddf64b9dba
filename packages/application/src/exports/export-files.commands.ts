import { sql } from 'kysely';
import type { CommandServices } from '../commands/run-command.ts';
import type { ReferenceDb } from '../reference/reference.table.ts';

/** A figure for the screen: how many rows of how many are written. */
export async function noteProgress(
  db: ReferenceDb,
  exportId: number,
  done: number,
  total: number,
): Promise<void> {
  await db
    .insertInto('export_progress')
    .values({ export_id: exportId, done, total, updated_at: new Date() })
    .onConflict((conflict) =>
      conflict.column('export_id').doUpdateSet({ done, total, updated_at: sql`clock_timestamp()` }),
    )
    .execute();
}

/** Before the bytes are kept: whatever happens next, the sweep knows of them. */
export async function announceFile(db: ReferenceDb, exportId: number, blob: string): Promise<void> {
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
export async function addPart(db: ReferenceDb, exportId: number, part: ExportPart): Promise<void> {
  await db
    .insertInto('export_parts')
    .values({ export_id: exportId, ...part })
    .execute();
}

/** Before another attempt: what an earlier one left is a file no longer. */
export async function forgetParts(db: ReferenceDb, exportId: number): Promise<void> {
  await db.deleteFrom('export_parts').where('export_id', '=', exportId).execute();
}

interface LooseFile {
  readonly export_id: number;
  readonly blob: string;
}

const AT_ONCE = 100;
/** A worker that has not said so within this time has died with its file. */
const ABANDONED_AFTER_MS = 3_600_000;

/** Bytes that no export offers any more: of expired files, and of attempts that never ended. */
function listLooseFiles(db: ReferenceDb, now: Date): Promise<readonly LooseFile[]> {
  return (
    db
      .selectFrom('export_files as f')
      .leftJoin('export_row as e', (join) =>
        join.onRef('e.id', '=', 'f.export_id').onRef('e.blob', '=', 'f.blob').on('e.state', '=', 'done'),
      )
      // A part stays with its file, also while the others are being written.
      .leftJoin('export_parts as p', (join) =>
        join.onRef('p.export_id', '=', 'f.export_id').onRef('p.blob', '=', 'f.blob'),
      )
      .leftJoin('export_row as whole', (join) =>
        join.onRef('whole.id', '=', 'p.export_id').on('whole.state', 'in', ['requested', 'done']),
      )
      .select(['f.export_id', 'f.blob'])
      .where('e.id', 'is', null)
      .where('whole.id', 'is', null)
      .where((where) =>
        where.or([
          where('f.kept_at', '<', new Date(now.getTime() - ABANDONED_AFTER_MS)),
          where.exists(
            where
              .selectFrom('export_row as x')
              .select('x.id')
              .whereRef('x.id', '=', 'f.export_id')
              .where('x.state', 'in', ['removed', 'cancelled']),
          ),
        ]),
      )
      .limit(AT_ONCE)
      .execute()
  );
}

/**
 * Takes away what `listLooseFiles` finds: first the bytes of all, so that the vault is written once, then the note of each. Killed in
 * between, the next one goes on.
 */
export async function removeLooseFiles(
  { db, blobs }: Pick<CommandServices, 'db' | 'blobs'>,
  now: Date,
): Promise<void> {
  for (let isMore = true; isMore;) {
    const files = await listLooseFiles(db, now);
    await blobs.remove(files.map(({ blob }) => blob));
    for (const file of files) await forgetFile(db, file);
    isMore = files.length === AT_ONCE;
  }
}

/** After the bytes are gone. */
async function forgetFile(db: ReferenceDb, { export_id, blob }: LooseFile): Promise<void> {
  await db.deleteFrom('export_parts').where('export_id', '=', export_id).where('blob', '=', blob).execute();
  await db.deleteFrom('export_files').where('export_id', '=', export_id).where('blob', '=', blob).execute();
  await db
    .deleteFrom('export_progress')
    .where('export_id', '=', export_id)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('export_row as e')
            .select('e.id')
            .where('e.id', '=', export_id)
            .where('e.state', 'in', ['requested', 'done']),
        ),
      ),
    )
    .execute();
}
