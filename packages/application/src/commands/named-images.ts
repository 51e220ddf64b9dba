import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { type Kysely, sql } from 'kysely';
import { type Database, inScope } from '../platform/database.ts';

/**
 * Which of these ids are pictures that were uploaded at the caller's own site: what a command may name. Each is noted as
 * named, so that the sweep leaves it alone for another week while the command is on its way.
 */
export async function noteNamedImages(
  db: Kysely<Database>,
  scope: DataScope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0 || scope.kind === 'none') return new Set();
  const rows = await inScope(db, scope, (trx) =>
    trx
      .updateTable('image_uploads')
      .set({ named_at: sql`clock_timestamp()` })
      .where((where) => where('image_id', '=', where.fn.any(where.val([...new Set(ids)]))))
      .returning('image_id')
      .execute(),
  );
  return new Set(rows.map((row) => row.image_id));
}
