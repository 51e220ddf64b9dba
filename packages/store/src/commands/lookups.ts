import type { DataScope } from '@atelier/domain/identity/principal.ts';
import type { ItemId, Money, ShipmentId, SiteId } from '@atelier/domain/kernel.ts';
import type { SubReasonRef } from '@atelier/domain/repair/facts.ts';
import { inScope } from '../database.ts';
import type { ReferenceDb } from '../reference/reference-db.ts';
import { findShipmentOfNumber } from '../shipping/shipment-number.queries.ts';

/** What commands look up before they decide. Rights are checked on the streams afterwards, so these see every row. */

const EVERYTHING = { kind: 'all' } as const;

/** The package that carries, or ever carried, this tracking number, whoever sent it; null when there is none. */
export async function findShipmentId(db: ReferenceDb, trackingNumber: string): Promise<ShipmentId | null> {
  return (await inScope(db, EVERYTHING, (trx) => findShipmentOfNumber(trx, trackingNumber))) ?? null;
}

export interface RmaItem {
  readonly id: ItemId;
  readonly status: number;
}

/** The items of some RMAs that this scope sees, by id: an RMA out of sight has none, like one that does not exist. */
export function listItemsOfRmas(
  db: ReferenceDb,
  scope: DataScope,
  rmaIds: readonly number[],
): Promise<RmaItem[]> {
  return inScope(db, scope, (trx) =>
    trx.selectFrom('item_row').select(['id', 'status']).where('rma_id', 'in', rmaIds).orderBy('id').execute(),
  );
}

/** Sub-reasons with the reason each belongs to; unknown ids are left out. */
export async function findSubReasonRefs(
  db: ReferenceDb,
  ids: readonly number[],
): Promise<readonly SubReasonRef[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('rma_sub_reasons')
    .select(['id', 'reason_id'])
    .where('id', 'in', ids)
    .execute();
  return rows.map((row) => ({ id: row.id, reasonId: row.reason_id }));
}

/** Sum of the listed fees of these sub-reasons in a store's country and currency; undefined when none is listed. */
export async function findListedFee(
  db: ReferenceDb,
  storeId: SiteId,
  subReasonIds: readonly number[],
): Promise<Money | undefined> {
  if (subReasonIds.length === 0) return undefined;
  const fees = await db
    .selectFrom('repair_fees')
    .innerJoin('sites', (join) =>
      join
        .onRef('sites.country', '=', 'repair_fees.country')
        .onRef('sites.currency', '=', 'repair_fees.currency'),
    )
    .select(['repair_fees.amount', 'repair_fees.currency'])
    .where('sites.id', '=', storeId)
    .where('sub_reason_id', 'in', subReasonIds)
    .execute();
  const currency = fees[0]?.currency;
  if (currency === undefined) return undefined;
  return { amount: fees.reduce((sum, fee) => sum + fee.amount, 0), currency };
}

/** What a piece costs in a site's currency: its declared price in a package; null while unknown. */
export async function findDeclaredPrices(
  db: ReferenceDb,
  siteId: SiteId,
  skus: readonly string[],
): Promise<ReadonlyMap<string, Money>> {
  if (skus.length === 0) return new Map();
  const rows = await db
    .selectFrom('prices')
    .innerJoin('sites', 'sites.currency', 'prices.currency')
    .select(['prices.sku', 'prices.amount', 'prices.currency'])
    .where('sites.id', '=', siteId)
    .where('prices.sku', 'in', skus)
    .execute();
  return new Map(rows.map(({ sku, amount, currency }) => [sku, { amount, currency }]));
}
