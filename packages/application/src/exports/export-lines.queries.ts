import { exportFilter } from '@atelier/contracts/exports/schema.ts';
import type { ExportRequested } from '@atelier/domain/exports/events.ts';
import type { ExportLine } from '@atelier/contracts/exports/sheet.ts';
import type { Policy } from '@atelier/domain/policy.ts';
import { textIn } from '@atelier/domain/contract/translated-text.ts';
import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import { sql, type Kysely } from 'kysely';
import { inScope, type Database } from '../platform/database.ts';
import { listRequestOf } from '../repair-list/item-filters.queries.ts';
import { listItemIds } from '../repair-list/item-list.queries.ts';
import { findItemRecords, type ItemRecord } from '../repair-detail/item-record.queries.ts';
import { toItemView } from '../repair-detail/item-view.queries.ts';
import { searchableBy } from '../repair-list/search.queries.ts';

type Asked = ExportRequested['data'];

interface When {
  readonly now: Date;
  readonly policy: Policy;
}

/**
 * The pieces of an export, in the order of its list, as far as its requester sees them now; at most `limit`. A
 * piece that has left their sight since they asked is left out.
 */
export async function listExportIds(
  db: Kysely<Database>,
  { selection, search, scope, audience }: Asked,
  { now, policy }: When,
  limit: number,
): Promise<readonly number[]> {
  if (selection.kind === 'items') return selection.ids.slice(0, limit);
  if (selection.kind === 'span') return [];
  const filter = exportFilter.parse(selection.filter);
  const request = listRequestOf({
    ...filter,
    ...(search !== null && { q: search }),
    page: 1,
    page_size: limit,
  });
  const context = { scope, now, policy, searchable: searchableBy(audience) };
  const { ids } = await inScope(db, scope, (trx) => listItemIds(trx, request, context));
  return ids;
}

/** Names of reasons in the file's language, read once: a few dozen. */
export interface ReasonNames {
  readonly reasons: ReadonlyMap<number, string>;
  readonly subReasons: ReadonlyMap<number, string>;
}

export async function findReasonNames(
  db: Kysely<Database>,
  language: ReferenceLanguage,
): Promise<ReasonNames> {
  const [reasons, subReasons] = await Promise.all([
    db.selectFrom('rma_reasons').select(['id', 'names']).execute(),
    db.selectFrom('rma_sub_reasons').select(['id', 'names']).execute(),
  ]);
  const named = (rows: typeof reasons) => new Map(rows.map(({ id, names }) => [id, textIn(names, language)]));
  return { reasons: named(reasons), subReasons: named(subReasons) };
}

/** A stretch of lines, read in the requester's scope. */
export function findExportLines(
  db: Kysely<Database>,
  { scope, audience }: Asked,
  ids: readonly number[],
  names: ReasonNames,
  { policy }: When,
): Promise<readonly ExportLine[]> {
  return inScope(db, scope, async (trx) => {
    const records = await findItemRecords(trx, ids);
    const goods = await findGoods(trx, records);
    return records.map((record) => ({
      view: toItemView(record, { audience, policy }),
      timeZone: record.store_time_zone,
      certificate: record.certificate_no ?? '',
      ...goodsOf(record, goods),
      reasons: named(record.reasons, names.reasons),
      factoryReasons: named(record.factory_reasons, names.reasons),
      factorySubReasons: named(record.factory_sub_reasons, names.subReasons),
    }));
  });
}

const named = (ids: readonly number[], names: ReadonlyMap<number, string>): readonly string[] =>
  ids.map((id) => names.get(id) ?? String(id));

type Goods = Awaited<ReturnType<typeof findGoods>>;

/** What customs ask: metal, weight, and the price where the piece comes from. */
async function findGoods(trx: Kysely<Database>, records: readonly ItemRecord[]) {
  const skus = [...new Set(records.map(({ sku }) => sku))];
  const [products, prices, stores] = await Promise.all([
    trx
      .selectFrom('products')
      .select(['sku', 'metal', 'weight_mg'])
      .where('sku', '=', sql<string>`any (${skus}::text[])`)
      .execute(),
    trx
      .selectFrom('prices')
      .selectAll()
      .where('sku', '=', sql<string>`any (${skus}::text[])`)
      .execute(),
    trx.selectFrom('sites').select(['id', 'country', 'currency']).execute(),
  ]);
  return {
    products: new Map(products.map((row) => [row.sku, row])),
    prices: new Map(prices.map((row) => [`${row.sku} ${row.currency}`, row.amount])),
    stores: new Map(stores.map((row) => [row.id, row])),
  };
}

function goodsOf(record: ItemRecord, { products, prices, stores }: Goods) {
  const product = products.get(record.sku);
  const store = stores.get(record.store_id);
  const currency = store?.currency ?? '';
  const amount = prices.get(`${record.sku} ${currency}`);
  return {
    country: store?.country ?? '',
    metal: product?.metal ?? '',
    weightMg: record.final_weight_mg ?? product?.weight_mg ?? null,
    value: amount === undefined ? null : { amount, currency },
  };
}
