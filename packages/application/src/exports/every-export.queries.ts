import type { EveryExportQuery, EveryExportView } from '@atelier/contracts/exports/schema.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { exportStateOf } from './export.queries.ts';

interface FoundExports {
  readonly exports: EveryExportView[];
  /** `before` of the next page; null where that was all. */
  readonly next: number | null;
}

/** Every requested file, newest first: content, requester, time and outcome. Inside `inScope`. */
export async function findEveryExport(
  trx: Kysely<Database>,
  { before, page_size: size }: EveryExportQuery,
  now: Date,
): Promise<FoundExports> {
  const rows = await trx
    .selectFrom('export_row as e')
    .leftJoin('export_progress as p', 'p.export_id', 'e.id')
    .leftJoin('users as u', 'u.id', 'e.requested_by')
    .leftJoin('worker_row as w', 'w.id', 'e.requested_by_worker')
    .select([
      'e.id',
      'e.type',
      'e.state',
      'e.rows',
      'e.size',
      'e.requested_by',
      'e.requested_at',
      'e.expires_at',
    ])
    .select(['p.total', 'u.name', 'w.work_id'])
    .$if(before !== undefined, (query) => query.where('e.id', '<', before ?? 0))
    .orderBy('e.id', 'desc')
    .limit(size + 1)
    .execute();
  const shown = rows.slice(0, size);
  return {
    exports: shown.map((row) => ({
      export_id: row.id,
      type: row.type,
      state: exportStateOf(row, now),
      rows: row.rows,
      size: row.size,
      requested_at: row.requested_at.toISOString(),
      account_id: row.requested_by,
      account: row.name,
      worker: row.work_id,
    })),
    next: rows.length > size ? (shown.at(-1)?.id ?? null) : null,
  };
}
