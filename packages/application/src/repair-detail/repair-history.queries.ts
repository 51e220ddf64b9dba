import { codeKey } from '@atelier/domain/contract/codes.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { DAY_MS } from '@atelier/domain/kernel.ts';
import type { Policy } from '@atelier/domain/policy.ts';
import type { PurchaseRecord, RepairHistoryView } from '@atelier/contracts/repair-detail/file-schema.ts';
import type { Kysely, Transaction } from 'kysely';
import { type Database, inScope } from '../platform/database.ts';
import { purchaseRecordOfItem } from './purchase-record.queries.ts';

const MOST = 50;

/** Which earlier repairs: those of a serial up to now, or those before an item. */
interface Earlier {
  readonly serial: string;
  readonly before: Date;
  readonly exceptId: number;
}

export interface HistoryAsked {
  readonly scope: DataScope;
  readonly now: Date;
  readonly policy: Pick<Policy, 'savRepairDays'>;
}

/** Earlier repairs of the piece with this serial. Cancelled deposits were no repairs. */
export async function findRepairsOfSerial(
  db: Kysely<Database>,
  serial: string,
  { scope, now, policy }: HistoryAsked,
): Promise<RepairHistoryView> {
  const earlier = { serial, before: now, exceptId: 0 };
  const since = new Date(now.getTime() - policy.savRepairDays * DAY_MS);
  const counts = await inScope(db, { kind: 'all' }, (trx) => countOf(trx, earlier, since));
  return { total_180: counts.recent, ...(await historyOf(db, scope, earlier, counts.all)) };
}

/** Earlier repairs of an item's piece, and what its deposit froze of them. Undefined when it is not the caller's. */
export async function findRepairsBefore(
  db: Kysely<Database>,
  itemId: number,
  { scope }: HistoryAsked,
): Promise<RepairHistoryView | undefined> {
  const item = await inScope(db, scope, (trx) =>
    trx
      .selectFrom('item_row')
      .select(['serial', 'created_at', 'total_180'])
      .where('id', '=', itemId)
      .executeTakeFirst(),
  );
  if (item === undefined) return undefined;
  if (item.serial === null) return { total_180: item.total_180, total: 0, repairs: [] };
  const earlier = { serial: item.serial, before: item.created_at, exceptId: itemId };
  const counts = await inScope(db, { kind: 'all' }, (trx) => countOf(trx, earlier, item.created_at));
  return { total_180: item.total_180, ...(await historyOf(db, scope, earlier, counts.all)) };
}

function repairs(trx: Transaction<Database>, { serial, before, exceptId }: Earlier) {
  return trx
    .selectFrom('item_row as i')
    .where('i.serial_key', '=', codeKey(serial))
    .where('i.cancelled', '=', false)
    .where('i.created_at', '<=', before)
    .where('i.id', '<>', exceptId);
}

function countOf(trx: Transaction<Database>, earlier: Earlier, since: Date) {
  return repairs(trx, earlier)
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('i.created_at', '>=', since).as('recent'),
    ])
    .executeTakeFirstOrThrow();
}

async function historyOf(db: Kysely<Database>, scope: DataScope, earlier: Earlier, total: number) {
  const rows = await inScope(db, scope, (trx) =>
    repairs(trx, earlier)
      .innerJoin('sites as s', 's.id', 'i.store_id')
      .select(['i.id', 'i.rma_id', 'i.number', 'i.status', 'i.created_at', 'i.outcome', 'i.quality_cause'])
      .select(['i.is_under_warranty', 'i.reasons', 's.name as store_name'])
      .orderBy('i.created_at', 'desc')
      .orderBy('i.id', 'desc')
      .limit(MOST)
      .execute(),
  );
  return {
    total,
    repairs: rows.map((row) => ({
      rma_item_id: row.id,
      rma_id: row.rma_id,
      number: row.number,
      store_name: row.store_name,
      receive_item_date: row.created_at.toISOString(),
      rma_status_id: row.status,
      outcome: row.outcome,
      quality_investigate: row.quality_cause,
      is_under_warranty: row.is_under_warranty,
      reasons: [...row.reasons],
    })),
  };
}

/** Whether a till knows what the item says of its purchase. Undefined when the item is not the caller's to see. */
export async function findPurchaseRecord(
  db: Kysely<Database>,
  scope: DataScope,
  itemId: number,
): Promise<PurchaseRecord | undefined> {
  const item = await inScope(db, scope, (trx) =>
    trx
      .selectFrom('item_row as i')
      .select(['i.invoice_number', 'i.order_number', 'i.purchase_date', purchaseRecordOfItem.as('known')])
      .where('i.id', '=', itemId)
      .executeTakeFirst(),
  );
  if (item === undefined) return undefined;
  const { because, purchase_date } = item.known;
  return {
    status: because === null ? 0 : 1,
    because,
    invoice_no: item.invoice_number ?? '',
    order_number: item.order_number ?? '',
    purchase_date: purchase_date ?? item.purchase_date,
  };
}
