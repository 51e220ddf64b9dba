import { codeKey } from '@atelier/domain/contract/codes.ts';
import { type Instant, type RmaId, type SiteId, DAY_MS, toInstant, toMs } from '@atelier/domain/kernel.ts';
import { inScope, type AppDb } from '../platform/database.ts';
import { type ProductSummary, listProductSummaries } from '../reference/catalogue.queries.ts';
import type { SiteRow } from '../reference/places.table.ts';

/** What a deposit must know of the world before it is decided. */
export interface DepositFacts {
  readonly store: Pick<SiteRow, 'id' | 'code' | 'currency' | 'time_zone'>;
  readonly products: ReadonlyMap<string, ProductSummary>;
  /** Reasons that may be chosen now: inactive ones are not offered (product/rma.md §8). */
  readonly activeReasons: ReadonlySet<number>;
  readonly subReasons: ReadonlyMap<number, number>;
  /** By `codeKey` of the serial. */
  readonly repairs: ReadonlyMap<string, PieceHistory>;
}

export interface PieceHistory {
  readonly everRepaired: boolean;
  /** Deposits of this very piece within the policy's window before now. */
  readonly recent: number;
}

export interface FactsAsked {
  readonly storeId: SiteId;
  readonly skus: readonly string[];
  readonly reasons: readonly number[];
  readonly subReasons: readonly number[];
  readonly serials: readonly string[];
  readonly now: Instant;
  readonly historyDays: number;
  readonly except?: RmaId;
}

/** undefined when the site is no shop of ours. */
export async function findDepositFacts(db: AppDb, asked: FactsAsked): Promise<DepositFacts | undefined> {
  const [store, products, reasons, subReasons, repairs] = await Promise.all([
    db
      .selectFrom('sites')
      .select(['id', 'code', 'currency', 'time_zone'])
      .where('id', '=', asked.storeId)
      .where('kind', '=', 'shop')
      .executeTakeFirst(),
    listProductSummaries(db, asked.skus),
    activeReasonsAmong(db, asked.reasons),
    subReasonsAmong(db, asked.subReasons),
    pieceHistories(db, asked),
  ]);
  if (store === undefined) return undefined;
  return {
    store,
    products: new Map(products.map((product) => [product.sku, product])),
    activeReasons: reasons,
    subReasons,
    repairs,
  };
}

async function activeReasonsAmong(db: AppDb, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('rma_reasons')
    .select('id')
    .where('id', 'in', ids)
    .where('is_active', '=', true)
    .execute();
  return new Set(rows.map((row) => row.id));
}

async function subReasonsAmong(db: AppDb, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('rma_sub_reasons')
    .select(['id', 'reason_id'])
    .where('id', 'in', ids)
    .where('is_active', '=', true)
    .execute();
  return new Map(rows.map((row) => [row.id, row.reason_id]));
}

/** A piece is known by its serial number, whichever store took it in; cancelled deposits do not count. */
async function pieceHistories(
  db: AppDb,
  { serials, now, historyDays, except = 0 }: FactsAsked,
): Promise<ReadonlyMap<string, PieceHistory>> {
  if (serials.length === 0) return new Map();
  const since = new Date(toInstant(toMs(now) - historyDays * DAY_MS));
  const rows = await inScope(db, { kind: 'all' }, (trx) =>
    trx
      .selectFrom('item_row')
      .select((eb) => [
        'serial_key',
        eb.fn.countAll<number>().filterWhere('created_at', '>=', since).as('recent'),
      ])
      .where('serial_key', 'in', serials.map(codeKey))
      .where('cancelled', '=', false)
      .where('created_at', '<=', new Date(now))
      .where('rma_id', '<>', except)
      .groupBy('serial_key')
      .execute(),
  );
  return new Map(rows.map((row) => [row.serial_key ?? '', { everRepaired: true, recent: row.recent }]));
}
