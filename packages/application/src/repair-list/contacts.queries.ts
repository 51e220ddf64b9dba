import { emailKey, phoneKey } from '@atelier/domain/contract/codes.ts';
import { SEARCH_LIMIT } from '@atelier/domain/reference/contract.ts';
import type { ContactView, CustomerView } from '@atelier/contracts/reference/schema.ts';
import { searchKey } from '@atelier/domain/reference/search-key.ts';
import type { SearchField } from '@atelier/domain/repair-list/contract.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { type Kysely, type Transaction, sql } from 'kysely';
import { inScope, type Database } from '../platform/database.ts';
import { searchContacts } from '../reference/customers.queries.ts';
import type { Found } from '../reference/search-budget.queries.ts';
import { searchGroups } from './search-terms.queries.ts';
import { findItems } from './search.queries.ts';

/** Pieces that are looked through for clients who stand in no register. */
const MOST_READ = 400;

/**
 * Clients of the scope: of the register, and those typed in at deposits of its shops. A typed client with the name
 * and address of a registered one is that client. At most 50, by the order of `searchContacts`, the register first.
 */
export async function searchClients(
  db: Kysely<Database>,
  scope: DataScope,
  keyword: string,
): Promise<Found<ContactView>> {
  const { rows: registered, partial } = await searchContacts(db, scope, keyword);
  // Of deposits a shop learns its own; pieces that lie at a factory tell it nothing of their clients.
  if (scope.kind !== 'store' && scope.kind !== 'all')
    return { rows: registered.map((each) => contactOf(each)), partial };
  return inScope(db, scope, async (trx) => {
    const counts = await countDeposits(trx, registered);
    const typed = await findTyped(trx, keyword);
    const known = new Set(registered.map(personKey));
    const rows = [
      ...registered.map((each) => contactOf(each, (counts.get(each.id) ?? 0) + countOf(typed, each))),
      ...typed.filter((each) => !known.has(personKey(each))),
    ];
    return { rows: rows.slice(0, SEARCH_LIMIT), partial };
  });
}

const contactOf = (customer: CustomerView, deposits = 0): ContactView => ({
  ...customer,
  rma_id: null,
  deposits,
});

type Named = Pick<ContactView, 'firstname' | 'lastname' | 'email' | 'fullphone'>;

/** The same for one person's deposits: the name with the address, or with the phone where there is no address. */
const personKey = ({ firstname, lastname, email, fullphone }: Named): string =>
  `${searchKey(`${firstname} ${lastname}`)}\n${email === null ? phoneKey(fullphone) : emailKey(email)}`;

const countOf = (typed: readonly ContactView[], customer: CustomerView): number =>
  typed.find((each) => personKey(each) === personKey(customer))?.deposits ?? 0;

async function countDeposits(
  trx: Transaction<Database>,
  customers: readonly CustomerView[],
): Promise<ReadonlyMap<number, number>> {
  const refs = new Map(customers.map(({ id }) => [`customer-${id}`, id]));
  const rows = await trx
    .selectFrom('rma_row')
    .select((select) => ['customer_ref', select.fn.countAll<number>().as('deposits')])
    .where((where) => where('customer_ref', '=', where.fn.any(where.val([...refs.keys()]))))
    .groupBy('customer_ref')
    .execute();
  return new Map(
    rows.flatMap(({ customer_ref: ref, deposits }) => {
      const id = refs.get(ref);
      return id === undefined ? [] : [[id, deposits] as const];
    }),
  );
}

/** Clients of deposits that were typed in, each once, the newest deposit first. */
async function findTyped(trx: Transaction<Database>, keyword: string): Promise<readonly ContactView[]> {
  const groups = searchGroups(keyword);
  if (groups.length === 0) return [];
  const fields: readonly SearchField[] = keyword.includes('@') ? ['email'] : ['name', 'email', 'phone'];
  const items = await findItems(trx, groups, { fields, cap: MOST_READ });
  if (items.length === 0) return [];
  const rows = await trx
    .selectFrom('rma_row as r')
    .select(['r.id', 'r.store_id', 'r.firstname', 'r.lastname', 'r.email', 'r.phone_code', 'r.phone'])
    .select(['r.fullphone', 'r.country', 'r.province', 'r.city', 'r.address', 'r.language'])
    .where('r.customer_ref', '=', sql<string>`'rma-' || r.id`)
    .where((where) =>
      where(
        'r.id',
        'in',
        trx
          .selectFrom('item_row as i')
          .select('i.rma_id')
          .where((item) => item('i.id', '=', item.fn.any(item.val(items.map(({ id }) => id))))),
      ),
    )
    .orderBy('r.id', 'desc')
    .execute();
  const views = rows.map(({ id, store_id, ...contact }): ContactView => ({
    ...contact,
    id: null,
    rma_id: id,
    deposits: 1,
    phone_is_from_crm: false,
    province_id: null,
    city_id: null,
    postal_code: '',
    home_site_id: store_id,
  }));
  const byPerson = Map.groupBy(
    views.filter(({ firstname, lastname, email }) => `${firstname}${lastname}${email ?? ''}` !== ''),
    personKey,
  );
  return [...byPerson.values()].flatMap((same) => {
    const [newest] = same;
    return newest === undefined ? [] : [{ ...newest, deposits: same.length }];
  });
}
