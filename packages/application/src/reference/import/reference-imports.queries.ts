import type { ReferenceImportView } from '@atelier/contracts/reference/import/schema.ts';
import type { ReferenceImported } from '@atelier/domain/reference/import/events.ts';
import { sql } from 'kysely';
import type { AppDb } from '../../platform/database.ts';

interface ImportFound {
  readonly data: ReferenceImported['data'];
  readonly by: string | null;
}

/** The newest imports: what, when, how much, and by whom; no name for one from the command line. */
export async function listReferenceImports(db: AppDb, limit: number): Promise<ReferenceImportView[]> {
  // By the streams' names, which are few and in order: the log itself is long.
  const { rows } = await sql<ImportFound>`
    select e.data, u.name as by
      from (select stream_id from streams
             where stream_id >= 'reference-import-' and stream_id < 'reference-import.'
             order by first_position desc limit ${limit}) s
      join events e on e.stream_id = s.stream_id and e.version = 1
      left join users u on u.id = (e.data -> 'by' ->> 'userId')::bigint
     order by e.position desc`.execute(db);
  return rows.map(({ data, by }) => ({
    import_id: data.importId,
    set: data.set,
    imported_at: data.at,
    imported_by: by,
    rows: data.rows,
    inserted: data.inserted,
    updated: data.updated,
    unchanged: data.unchanged,
  }));
}
