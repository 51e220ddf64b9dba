import type { ExportView } from '@atelier/contracts/exports/schema.ts';
import type { AppDb } from '../platform/database.ts';

const exports = (db: AppDb) =>
  db
    .selectFrom('export_row as e')
    .leftJoin('export_progress as p', 'p.export_id', 'e.id')
    .selectAll('e')
    .select(['p.done', 'p.total']);

export type ExportRecord = Awaited<ReturnType<ReturnType<typeof exports>['execute']>>[number];

/** Whose exports: at a station every worker has their own. */
export interface Requester {
  readonly userId: number;
  readonly workerId: number | null;
}

/** The newest exports of one person. */
export function listExports(db: AppDb, who: Requester, limit: number): Promise<ExportRecord[]> {
  return exports(db)
    .where('e.requested_by', '=', who.userId)
    .where('e.requested_by_worker', 'is not distinct from', who.workerId)
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute();
}

/** The newest exports of an account, whichever worker stood at it: for the screens that watch them. */
export function listNewestExports(db: AppDb, userId: number, limit: number): Promise<ExportRecord[]> {
  return exports(db).where('e.requested_by', '=', userId).orderBy('e.id', 'desc').limit(limit).execute();
}

/** One export, for its requester only; not found for other accounts. */
export function findExport(db: AppDb, who: Requester, id: number): Promise<ExportRecord | undefined> {
  return exports(db)
    .where('e.id', '=', id)
    .where('e.requested_by', '=', who.userId)
    .where('e.requested_by_worker', 'is not distinct from', who.workerId)
    .executeTakeFirst();
}

/** Asked for and neither built nor given up: what a reconciler puts back into the queue. */
export async function listUnbuiltExports(db: AppDb): Promise<readonly number[]> {
  const rows = await db.selectFrom('export_row').select('id').where('state', '=', 'requested').execute();
  return rows.map((row) => row.id);
}

/** Whether its requester still wants it: the job asks between its steps. */
export async function isWanted(db: AppDb, id: number): Promise<boolean> {
  const row = await db.selectFrom('export_row').select('state').where('id', '=', id).executeTakeFirst();
  return row !== undefined && row.state !== 'cancelled';
}

/** Built, and past their time. */
export async function listExpiredExports(db: AppDb, now: Date): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('export_row')
    .select('id')
    .where('state', '=', 'done')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(100)
    .execute();
  return rows.map((row) => row.id);
}

export function toExportView(record: ExportRecord, now: Date): ExportView {
  const { id, version, type, format, size, failure } = record;
  const isDone = record.state === 'done' || record.state === 'removed';
  return {
    id,
    version,
    export_id: id,
    type,
    state: exportStateOf(record, now),
    done: isDone ? (record.rows ?? 0) : (record.done ?? 0),
    total: isDone ? record.rows : record.total,
    format,
    size,
    failure,
    requested_at: record.requested_at.toISOString(),
    expires_at: record.expires_at?.toISOString() ?? null,
  };
}

/** A file past its time is gone from that moment on, also before the sweep comes by. */
export function exportStateOf(
  { state, total, expires_at }: Pick<ExportRecord, 'state' | 'total' | 'expires_at'>,
  now: Date,
): ExportView['state'] {
  if (state === 'requested') return total === null ? 'queued' : 'running';
  if (state === 'failed' || state === 'cancelled') return state;
  return state === 'done' && expires_at !== null && expires_at > now ? 'done' : 'expired';
}

/** The parts of a file that was written as it was read, in order; none of a file that lies in one piece. */
export function listParts(db: AppDb, exportId: number) {
  return db
    .selectFrom('export_parts')
    .select(['part', 'begins', 'size', 'blob'])
    .where('export_id', '=', exportId)
    .orderBy('part')
    .execute();
}
