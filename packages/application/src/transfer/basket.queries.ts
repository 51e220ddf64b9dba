import { type ActorAtSite, type ItemId, type SiteId, itemStream } from '@atelier/domain/kernel.ts';
import { transferOf, type Item } from '@atelier/domain/repair/item/item.ts';
import { transferRefusal } from '@atelier/domain/repair/transfer.ts';
import type { Kysely } from 'kysely';
import { itemAggregate } from '../aggregates.ts';
import { findDeclaredPrices } from '../reference/listed-prices.queries.ts';
import type { Database } from '../platform/database.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { findItemRecords, type ItemRecord } from '../repair-detail/item-record.queries.ts';
import { Status } from '@atelier/domain/shared/status.ts';

type Reader = Pick<EventStore, 'readStreams'>;

/** The most pieces one basket shows and one call moves. */
export const BASKET_LIMIT = 500;

/**
 * What lies in a site's basket, or was found to need another factory and does not lie in it yet; the longest waiting
 * first. What moved on, was cancelled or left is in neither any more. Undefined = every site's.
 */
export async function listBasketIds(
  trx: Kysely<Database>,
  siteId: SiteId | undefined,
  list: 'basket' | 'needed',
): Promise<readonly ItemId[]> {
  const rows = await trx
    .selectFrom('item_row')
    .select('id')
    .where('status', 'in', [Status.ReceiveFromShop, Status.SAVCheckResult])
    .where('custody_kind', '=', 'site')
    .$if(siteId !== undefined, (query) => query.where('custody_site', '=', siteId ?? 0))
    .$if(list === 'basket', (query) => query.where('transfer_to', 'is not', null))
    .$if(list === 'needed', (query) =>
      query.where('transfer_to', 'is', null).where('transfer_needed_at', 'is not', null),
    )
    .orderBy('status_entered_at')
    .orderBy('id')
    .limit(BASKET_LIMIT)
    .execute();
  return rows.map(({ id }) => id);
}

/** A row of the transfer list, with what keeps it from leaving. */
export interface TransferRecord {
  readonly record: ItemRecord;
  /** Why another factory has to do it, from the stream: no row holds it. */
  readonly reason: string;
  readonly blocking: readonly string[];
}

/** The rows of some items; `can_transfer` is asked of their streams with the function that the commands ask. */
export async function findTransferRecords(
  trx: Kysely<Database>,
  store: Reader,
  ids: readonly ItemId[],
  actor: ActorAtSite,
): Promise<readonly TransferRecord[]> {
  const [records, items] = [await findItemRecords(trx, ids), await readItems(store, ids)];
  const skus = [...new Set(records.map(({ sku }) => sku))];
  const prices = actor.siteId === null ? null : await findDeclaredPrices(trx, actor.siteId, skus);
  return records.map((record) => {
    const item = items.get(record.id);
    const refusal = item === undefined ? null : transferRefusal(item, { actor });
    const unpriced = prices !== null && !prices.has(record.sku);
    return {
      record,
      reason: (item && transferOf(item).need?.reason) ?? '',
      blocking: [...(refusal === null ? [] : [refusal.code]), ...(unpriced ? ['price_unknown'] : [])],
    };
  });
}

/** Items by id, from their streams; those that do not exist are left out. */
export async function readItems(store: Reader, ids: readonly ItemId[]): Promise<ReadonlyMap<ItemId, Item>> {
  const histories = await store.readStreams(ids.map(itemStream));
  const items = new Map<ItemId, Item>();
  for (const id of ids) {
    const state = itemAggregate.stateOf(histories.get(itemStream(id))?.events ?? []);
    if (state.kind === 'item') items.set(id, state);
  }
  return items;
}
