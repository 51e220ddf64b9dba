import type { Instant } from '@atelier/domain/kernel.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { sql, type Kysely } from 'kysely';
import { itemAggregate, rmaAggregate } from '../aggregates.ts';
import { pastRows, rmasAt, rowsInPlaceOf, type PastReader } from '../commands/past-streams.ts';
import { openHereAt } from '../dashboard/past-items.queries.ts';
import type { Database } from '../platform/database.ts';
import { pastItemsInSight } from '../repair-detail/past-item-record.queries.ts';
import {
  MOST_PIECES,
  agreementsIn,
  callListOf,
  clientsOf,
  waitingPieces,
  type CallList,
} from './call-list.queries.ts';

/**
 * Whom a shop was to call at a moment: the pieces that waited then, with the calls logged by then. Only what the caller could
 * see then and may see today; an erased person stays erased. Call inside `inScope`.
 */
export async function findPastCallList(
  trx: Kysely<Database>,
  reader: PastReader,
  now: Instant,
): Promise<CallList> {
  const items = await pastItemsInSight(trx, await waitingIds(trx, reader), reader);
  const rmaIds = [...new Set(items.flatMap(({ state }) => (state.kind === 'item' ? state.rmaId : [])))];
  const named = await unerased(trx, rmaIds);
  const deposits = await rmasAt(reader.store, named, reader.moment);
  const pieces = await waitingPieces(trx, {
    items: rowsInPlaceOf('item_row', pastRows(itemAggregate, items)),
    deposits: rowsInPlaceOf('rma_row', pastRows(rmaAggregate, deposits)),
  });
  const events = new Map(items.map((item) => [item.id, item.events]));
  return callListOf(clientsOf(pieces, reader.moment.asOf ?? now, (id) => agreementsIn(events.get(id))));
}

async function waitingIds(trx: Kysely<Database>, { moment }: PastReader): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${openHereAt(moment)} i
     where status = ${Status.ShopReceived} and custody_site in (store_id, collect_shop)
       and (app_scope_key() >= 0 or custody_site = - app_scope_key())
     order by status_entered_at, id limit ${MOST_PIECES}`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Deposits in sight whose person was not erased since. */
async function unerased(trx: Kysely<Database>, ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('rma_row')
    .select('id')
    .where('fullname', '<>', '')
    .where((where) => where('id', '=', where.fn.any(where.val([...ids]))))
    .execute();
  return rows.map(({ id }) => id);
}
