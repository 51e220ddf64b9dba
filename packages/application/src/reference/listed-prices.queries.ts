import type { Money, SiteId } from '@atelier/domain/kernel.ts';
import { listedSum } from '@atelier/domain/repair/fees/listed.ts';
import type { SubReasonRef } from '@atelier/domain/shared/item-facts.ts';
import type { AppDb } from '../platform/database.ts';

/** Sub-reasons with the reason each belongs to; unknown ids are left out. */
export async function findSubReasonRefs(db: AppDb, ids: readonly number[]): Promise<readonly SubReasonRef[]> {
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
  db: AppDb,
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
    .select(['sub_reason_id', 'repair_fees.amount', 'repair_fees.currency'])
    .where('sites.id', '=', storeId)
    .where('sub_reason_id', 'in', subReasonIds)
    .execute();
  const amount = listedSum(new Map(fees.map((fee) => [fee.sub_reason_id, fee.amount])), subReasonIds);
  const currency = fees[0]?.currency;
  return amount === null || currency === undefined ? undefined : { amount, currency };
}

/** What a piece costs in a site's currency: its declared price in a package; null while unknown. */
export async function findDeclaredPrices(
  db: AppDb,
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
