import type { Kysely } from 'kysely';
import { itemAggregate, rmaAggregate } from '../aggregates.ts';
import {
  itemsAt,
  pastRows,
  rmasAt,
  rowsInPlaceOf,
  type PastReader,
  type PastStream,
} from '../commands/past-streams.ts';
import type { ItemState } from '@atelier/domain/repair/item/item.ts';
import type { Database } from '../platform/database.ts';
import { itemRecords, type ItemRecord } from './item-record.queries.ts';

/**
 * `findItemRecords` at a moment: the rows folded from the streams up to then, joined as today's are. Only what the caller
 * may see today and could see then; names of places, people and products are today's. Inside `inScope`.
 */
export async function findPastItemRecords(
  trx: Kysely<Database>,
  ids: readonly number[],
  reader: PastReader,
): Promise<readonly ItemRecord[]> {
  const items = await pastItemsInSight(trx, ids, reader);
  if (items.length === 0) return [];
  const rmaIds = [...new Set(items.flatMap(({ state }) => (state.kind === 'item' ? state.rmaId : [])))];
  const deposits = await pastDeposits(trx, rmaIds, reader);
  const past = deposits.with('item_row', () => rowsInPlaceOf('item_row', pastRows(itemAggregate, items)));
  const records = await itemRecords(past).execute();
  const byId = new Map(records.map((record) => [record.id, record]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The items themselves as they were, of those that the caller sees today and saw then. */
export async function pastItemsInSight(
  trx: Kysely<Database>,
  ids: readonly number[],
  { store, moment, scope }: PastReader,
): Promise<readonly PastStream<ItemState>[]> {
  return itemsAt(store, await idsInSight(trx, 'item_row', ids), moment, scope);
}

/** Queries that read `rma_row` as it was at a moment, of those of these deposits that the caller sees today. */
export async function pastDeposits(
  trx: Kysely<Database>,
  ids: readonly number[],
  { store, moment }: Pick<PastReader, 'store' | 'moment'>,
) {
  const rmas = await rmasAt(store, await idsInSight(trx, 'rma_row', ids), moment);
  return trx.with('rma_row', () => rowsInPlaceOf('rma_row', pastRows(rmaAggregate, rmas)));
}

async function idsInSight(
  trx: Kysely<Database>,
  table: 'item_row' | 'rma_row',
  ids: readonly number[],
): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom(table)
    .select('id')
    .where((where) => where('id', '=', where.fn.any(where.val([...ids]))))
    .execute();
  return rows.map(({ id }) => id);
}
