import type { ClearingFilter } from '@atelier/domain/clearing/events.ts';
import { type ClearingRunId, type ItemId, DAY_MS } from '@atelier/domain/kernel.ts';
import { inScope, type AppDb } from '../platform/database.ts';
import { Status } from '@atelier/domain/shared/status.ts';

/** An item that a run takes, as the preview shows it. */
export interface ClearingCandidate {
  readonly id: ItemId;
  readonly number: string;
  readonly store_name: string;
  readonly waiting_since: Date;
}

/** Clearing is the headquarters' business: it sees every store, and the permission alone guards it. */
const EVERY_STORE = { kind: 'all' } as const;

/**
 * What a run with this filter takes now: items at 15 that began to wait between its days (UTC, both included), the
 * longest waiting first, up to its limit. The same choice as the domain's `selectForClearing`, made in the database.
 */
export function listClearable(db: AppDb, filter: ClearingFilter): Promise<ClearingCandidate[]> {
  return inScope(db, EVERY_STORE, (trx) => {
    let query = trx
      .selectFrom('item_row as i')
      .innerJoin('sites as s', 's.id', 'i.store_id')
      .select(['i.id', 'i.number', 's.name as store_name', 'i.status_entered_at as waiting_since'])
      .where('i.status', '=', Status.ShopReceived)
      // Not on its way to its client's door.
      .where((row) => row.or([row('i.custody_kind', '<>', 'shipment'), row('i.custody_to', 'is not', null)]))
      .where('i.status_entered_at', '<', dayAfter(filter.endDate));
    if (filter.startDate !== null)
      query = query.where('i.status_entered_at', '>=', startOf(filter.startDate));
    if (filter.rmaIds.length > 0) query = query.where('i.rma_id', 'in', [...filter.rmaIds]);
    if (filter.validPurchaseDateOnly) {
      query = query.where((eb) =>
        eb(eb.cast('i.purchase_date', 'date'), '<=', eb.cast<string>('i.created_at', 'date')),
      );
    }
    return query.orderBy('i.status_entered_at').orderBy('i.id').limit(filter.limit).execute();
  });
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}

function dayAfter(day: string): Date {
  return new Date(startOf(day).getTime() + DAY_MS);
}

/** Items by id for the lists of a run, in the order asked for. */
export async function listClearedItems(
  db: AppDb,
  ids: readonly ItemId[],
): Promise<readonly ClearingCandidate[]> {
  if (ids.length === 0) return [];
  const rows = await inScope(db, EVERY_STORE, (trx) =>
    trx
      .selectFrom('item_row as i')
      .innerJoin('sites as s', 's.id', 'i.store_id')
      .select(['i.id', 'i.number', 's.name as store_name', 'i.status_entered_at as waiting_since'])
      .where('i.id', 'in', [...ids])
      .execute(),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const runs = (db: AppDb) =>
  db
    .selectFrom('clearing_run_row as c')
    .leftJoin('users as u', 'u.id', 'c.requested_by')
    .selectAll('c')
    .select('u.name as requested_by_name');

export type ClearingRunRecord = Awaited<ReturnType<ReturnType<typeof runs>['execute']>>[number];

export function findClearingRun(db: AppDb, id: ClearingRunId): Promise<ClearingRunRecord | undefined> {
  return runs(db).where('c.id', '=', id).executeTakeFirst();
}

/** The newest runs first. */
export function listClearingRuns(db: AppDb, limit: number): Promise<ClearingRunRecord[]> {
  return runs(db).orderBy('c.id', 'desc').limit(limit).execute();
}

/** Runs that were asked for and are not finished: what a reconciler puts back into the queue. */
export async function listUnfinishedRuns(db: AppDb): Promise<readonly ClearingRunId[]> {
  const rows = await db.selectFrom('clearing_run_row').select('id').where('state', '=', 'running').execute();
  return rows.map((row) => row.id);
}
