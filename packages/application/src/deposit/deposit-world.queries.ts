import type { DepositWorld, KnownCustomer } from '@atelier/domain/processes/deposit-world.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { SiteId } from '@atelier/domain/kernel.ts';
import { listCertificateFacts } from '../reference/catalogue.queries.ts';
import { findPhoneOwner } from '../reference/customers.queries.ts';
import { listInvoiceFacts } from '../reference/invoices.queries.ts';
import type { AppDb } from '../platform/database.ts';
import type { DepositFacts } from './deposit-lookups.queries.ts';

/** What of the brand's books a deposit names. */
export interface WorldAsked {
  readonly storeId: SiteId;
  readonly country: string;
  readonly customerId: number | null;
  readonly invoiceNos: readonly string[];
  readonly certificateNos: readonly string[];
  readonly sequenceNumbers: readonly string[];
  readonly subReasons: readonly number[];
}

/** The books that `worldIssues` compares a deposit with. The customer must be one that the caller's own shop knows. */
export async function findDepositWorld(
  db: AppDb,
  scope: DataScope,
  asked: WorldAsked,
  facts: DepositFacts,
): Promise<Omit<DepositWorld, 'images'>> {
  const [country, customer, invoices, certificates, listedFees] = await Promise.all([
    findCountry(db, asked.country),
    findCustomer(db, scope, asked.customerId),
    listInvoiceFacts(db, asked.invoiceNos),
    listCertificateFacts(db, asked.certificateNos, asked.sequenceNumbers),
    listListedFees(db, asked.storeId, asked.subReasons),
  ]);
  return {
    country,
    customer,
    skus: new Set(facts.products.keys()),
    activeReasons: facts.activeReasons,
    invoices: new Map(invoices.map((invoice) => [invoice.invoiceNo, invoice])),
    certificates,
    listedFees,
  };
}

async function findCountry(db: AppDb, code: string): Promise<DepositWorld['country']> {
  const row = await db
    .selectFrom('countries as c')
    .leftJoin('provinces as p', 'p.country_id', 'c.id')
    .leftJoin('cities as y', 'y.province_id', 'p.id')
    .leftJoin('shipping_fees as f', (join) =>
      join.onRef('f.country', '=', 'c.code').on('f.destination', '=', 'client'),
    )
    .select((eb) => [
      eb.fn.count<number>('p.id').as('provinces'),
      eb.fn.count<number>('y.id').as('cities'),
      eb.fn.agg<boolean | null>('bool_and', ['f.allowed']).as('allowed'),
    ])
    .where('c.code', '=', code)
    .groupBy('c.id')
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    hasProvinces: row.provinces > 0,
    hasCities: row.cities > 0,
    clientDelivery: row.allowed ?? false,
  };
}

async function findCustomer(
  db: AppDb,
  scope: DataScope,
  customerId: number | null,
): Promise<KnownCustomer | null | undefined> {
  return customerId === null ? null : findPhoneOwner(db, scope, customerId);
}

/** In the store's own country and currency (product/deposit.md §7). */
async function listListedFees(
  db: AppDb,
  storeId: SiteId,
  subReasons: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (subReasons.length === 0) return new Map();
  const rows = await db
    .selectFrom('repair_fees')
    .innerJoin('sites', (join) =>
      join
        .onRef('sites.country', '=', 'repair_fees.country')
        .onRef('sites.currency', '=', 'repair_fees.currency'),
    )
    .select(['sub_reason_id', 'amount'])
    .where('sites.id', '=', storeId)
    .where('sub_reason_id', 'in', subReasons)
    .execute();
  return new Map(rows.map((row) => [row.sub_reason_id, row.amount]));
}
