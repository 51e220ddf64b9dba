import { capitalCode, emailKey, emailText, phoneKey } from '@atelier/domain/contract/codes.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { SEARCH_LIMIT } from '@atelier/domain/reference/contract.ts';
import type { CustomerRecordView, CustomerView, OrderView } from '@atelier/contracts/reference/schema.ts';
import { nameKey, searchKey } from '@atelier/domain/reference/search-key.ts';
import { inScope, sealingOf, type AppDb, type AppTransaction } from '../platform/database.ts';
import { listInvoices, ORDER_SEARCHES } from './invoices.queries.ts';
import { SEARCH_BUDGET_MS, searchWithin, type Found } from './search-budget.queries.ts';
import { reversedDigits } from '../shared/reversed-digits.ts';
import { NO_EMAIL, withPlaceIds } from './sealed-customers.queries.ts';
import { startsWith } from '../shared/starts-with.ts';

const SHORTEST_PHONE = 4;
/** What the part of an address before its @ may be made of: with a space or a Han sign it is a name. */
const EMAIL_START = /^[!-~]+$/u;

const customerRows = (trx: AppTransaction) =>
  trx
    .selectFrom('customers')
    .select(['customers.id', 'firstname', 'lastname', 'email', 'phone_code', 'phone', 'phone_is_from_crm'])
    .select(['language', 'country', 'province_id', 'city_id', 'province_ref', 'city_ref'])
    .select(['postal_code', 'address', 'home_site_id']);

type FoundRow = Awaited<ReturnType<ReturnType<typeof customerRows>['execute']>>[number];

const knownEmail = (email: string | null) =>
  email === null || email === '' || email.toLowerCase() === NO_EMAIL ? null : email;

/** With the names of their places, which the database cannot join: it sees the numbers sealed. */
async function customerViews(db: AppDb, rows: readonly FoundRow[]): Promise<CustomerView[]> {
  const placed = rows.map(withPlaceIds);
  const [provinces, cities] = await Promise.all([
    placeNames(
      db,
      'provinces',
      placed.map((row) => row.province_id),
    ),
    placeNames(
      db,
      'cities',
      placed.map((row) => row.city_id),
    ),
  ]);
  return placed.map((row) => ({
    ...row,
    province: provinces.get(row.province_id) ?? null,
    city: cities.get(row.city_id) ?? null,
    email: knownEmail(row.email),
    fullphone: row.phone === '' ? '' : `+${row.phone_code} ${row.phone}`,
  }));
}

async function placeNames(
  db: AppDb,
  table: 'provinces' | 'cities',
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number | null, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await db.selectFrom(table).select(['id', 'name']).where('id', 'in', wanted).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

interface Matcher {
  readonly column: keyof typeof BLIND | (typeof BLIND)[keyof typeof BLIND];
  readonly start: string;
}

/** Where the same stands of records that are sealed. */
const BLIND = {
  email_key: 'email_blind',
  phone_reversed: 'phone_blind',
  name_key: 'name_blind',
  family_key: 'family_blind',
} as const;

const isInClear = (column: Matcher['column']): column is keyof typeof BLIND => column in BLIND;

const blindOf = ({ column }: Matcher, start: string): Matcher => ({
  column: isInClear(column) ? BLIND[column] : column,
  start,
});

/**
 * Says by the look of what was typed whether it is an address, a number, or the beginning of a name or an address;
 * nothing typed, nothing found.
 */
const matchersOf = (keyword: string): readonly Matcher[] => {
  const byEmail: Matcher = { column: 'email_key', start: emailText(keyword).toLowerCase() };
  // Records in clear hold the domain as it came, sealed ones in punycode.
  if (byEmail.start.includes('@')) return [byEmail, { ...byEmail, start: emailKey(keyword) }];
  const digits = phoneKey(keyword.replace('(0)', ''));
  if (/^[+\d\s().-]+$/u.test(keyword) && digits.length >= SHORTEST_PHONE) {
    return [{ column: 'phone_reversed', start: reversedDigits(digits) }];
  }
  // Also as releases before 0070 wrote it, until the workers have written every name again.
  const starts = [...new Set([nameKey(keyword), searchKey(keyword)])].filter((start) => start !== '');
  if (starts.length === 0) return [];
  const byName = starts.flatMap((start): readonly Matcher[] => [
    { column: 'name_key', start },
    { column: 'family_key', start },
  ]);
  return EMAIL_START.test(byEmail.start) ? [...byName, byEmail] : byName;
};

/**
 * Customers the scope knows whose name (either order, blanks and hyphens aside) or email begins with the keyword, or whose phone number
 * ends with it, however written. At most 50, by family name; of more, those that the database comes to first, because names are
 * sealed there.
 */
export const searchContacts = async (
  db: AppDb,
  scope: DataScope,
  keyword: string,
  budgetMs = SEARCH_BUDGET_MS,
): Promise<Found<CustomerView>> => {
  const { allBlind } = await sealingOf(db).words();
  const ways = matchersOf(keyword)
    .flatMap((matcher) => [matcher, ...allBlind(matcher.start).map((start) => blindOf(matcher, start))])
    .map(
      ({ column, start }) =>
        (trx: AppTransaction) =>
          customerRows(trx)
            .select('family_key')
            .where(startsWith(`customers.${column}`, start))
            .$if(column === 'email_key', (rows) => rows.where('email_key', '<>', NO_EMAIL))
            .orderBy('family_key')
            .orderBy('customers.id')
            .limit(SEARCH_LIMIT)
            .execute(),
    );
  const { rows, partial } = await searchWithin(db, scope, ways, budgetMs);
  const once = [...new Map(rows.map((row) => [row.id, row])).values()];
  const sorted = once.toSorted((a, b) => compare(a.family_key, b.family_key) || a.id - b.id);
  return {
    rows: await customerViews(
      db,
      sorted.slice(0, SEARCH_LIMIT).map(({ family_key: _key, ...row }) => row),
    ),
    partial,
  };
};

/** As collation "C" sorts: by code points. */
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

const customersById = async (trx: AppTransaction, ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, CustomerView>();
  const rows = await customerRows(trx).where('customers.id', 'in', ids).execute();
  return new Map((await customerViews(trx, rows)).map((view) => [view.id, view]));
};

type InvoiceChoice = Parameters<typeof listInvoices>[1];

const orders = async (trx: AppTransaction, choice: InvoiceChoice): Promise<OrderView[]> => {
  const found = await listInvoices(trx, choice, SEARCH_LIMIT);
  const buyers = await customersById(trx, [...new Set(found.map((each) => each.customerId))]);
  return found.map(({ view, siteId, customerId }) => ({
    ...view,
    site_id: siteId,
    customer: buyers.get(customerId) ?? null,
  }));
};

/**
 * Invoices in the scope whose order or invoice number begins with the keyword, or that sold exactly this SKU,
 * serial or certificate. Newest first, at most 50.
 */
export const searchOrders = async (
  db: AppDb,
  scope: DataScope,
  keyword: string,
  budgetMs = SEARCH_BUDGET_MS,
): Promise<Found<OrderView>> => {
  const ways = ORDER_SEARCHES.map(
    (by) => (trx: AppTransaction) => orders(trx, { keyword: capitalCode(keyword), by }),
  );
  const { rows, partial } = await searchWithin(db, scope, ways, budgetMs);
  const once = [...new Map(rows.map((row) => [row.invoice_no, row])).values()];
  const sorted = once.toSorted(
    (a, b) => compare(b.purchase_date, a.purchase_date) || b.order_id - a.order_id,
  );
  return { rows: sorted.slice(0, SEARCH_LIMIT), partial };
};

/** A customer with what the scope sold them; undefined when there is none, or none that the scope knows. */
export const findCustomerRecord = (
  db: AppDb,
  scope: DataScope,
  customerId: number,
): Promise<CustomerRecordView | undefined> =>
  inScope(db, scope, async (trx) => {
    const customer = (await customersById(trx, [customerId])).get(customerId);
    if (customer === undefined) return undefined;
    return { customer, orders: await orders(trx, { customerId }) };
  });

export interface PhoneOwner {
  readonly phoneCode: string;
  readonly phone: string;
  readonly phoneIsFromCrm: boolean;
}

/** The number of a customer that the scope knows, and whether the CRM owns it. */
export const findPhoneOwner = (
  db: AppDb,
  scope: DataScope,
  customerId: number,
): Promise<PhoneOwner | undefined> =>
  inScope(db, scope, (trx) =>
    trx
      .selectFrom('customers')
      .select(['phone_code as phoneCode', 'phone', 'phone_is_from_crm as phoneIsFromCrm'])
      .where('id', '=', customerId)
      .executeTakeFirst(),
  );
