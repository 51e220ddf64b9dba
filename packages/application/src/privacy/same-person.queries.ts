import type { CustomerRef } from '@atelier/domain/kernel.ts';
import { addressKeys } from '@atelier/domain/messages/address.ts';
import { searchKey } from '@atelier/domain/reference/search-key.ts';
import type { Kysely, Transaction } from 'kysely';
import { inScope, type Database } from '../platform/database.ts';
import { searchContacts } from '../reference/customers.queries.ts';
import { searchGroups } from '../repair-list/search-terms.queries.ts';
import { findItems } from '../repair-list/search.queries.ts';
import { EVERYTHING } from './customer-facts.queries.ts';

/** What the register and deposits say of a person: one for each record and each deposit. */
interface Identity {
  readonly ref: CustomerRef;
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string | null;
  readonly phoneCode: string;
  readonly phone: string;
}

/** Pieces that a search for one address looks through. */
const MOST_READ = 200;

const REGISTERED = /^customer-(\d{1,9})$/;

/** Number of the register in a reference; undefined for who is known by a deposit. */
export const registerIdOf = (ref: CustomerRef): number | undefined => {
  const [, id] = REGISTERED.exec(ref) ?? [];
  return id === undefined ? undefined : Number(id);
};

/**
 * What two records of one person have in common: the e-mail address, or name and phone together. A phone alone is shared by families.
 */
function keysOf({ firstname, lastname, ...contact }: Identity): readonly string[] {
  const { email, phone } = addressKeys(contact);
  const name = searchKey(`${firstname} ${lastname}`);
  return [
    ...(email === '' ? [] : [`email ${email}`]),
    ...(phone === '' || name === '' ? [] : [`phone ${phone} ${name}`]),
  ];
}

/**
 * The persons behind some references, each with every reference of theirs: a person typed in at the counter has one for each deposit,
 * and another in the register. In the order in which they were given; an erased person stays separate.
 */
export async function findPersonsBehind(
  db: Kysely<Database>,
  refs: readonly CustomerRef[],
): Promise<readonly (readonly CustomerRef[])[]> {
  const own = await inScope(db, EVERYTHING, (trx) => identitiesOf(trx, refs));
  const others = await findOthers(db, own);
  const groups = new Map<string, CustomerRef[]>(refs.map((ref) => [ref, [ref]]));
  const byKey = new Map<string, CustomerRef>();
  for (const identity of [...own, ...others]) {
    for (const key of keysOf(identity)) {
      const first = byKey.get(key);
      if (first === undefined) byKey.set(key, identity.ref);
      else join(groups, first, identity.ref);
    }
  }
  return [...new Set(refs.map((ref) => groups.get(ref) ?? [ref]))];
}

/** Every reference of the persons behind some. */
export const findAllRefs = async (
  db: Kysely<Database>,
  refs: readonly CustomerRef[],
): Promise<readonly CustomerRef[]> => [...new Set((await findPersonsBehind(db, refs)).flat())];

function join(groups: Map<string, CustomerRef[]>, one: CustomerRef, other: CustomerRef): void {
  const [kept, gone] = [groups.get(one) ?? [one], groups.get(other) ?? [other]];
  if (kept === gone) return;
  kept.push(...gone.filter((ref) => !kept.includes(ref)));
  for (const ref of kept) groups.set(ref, kept);
}

/** Of references: every deposit, and the record of the register. */
async function identitiesOf(
  trx: Transaction<Database>,
  refs: readonly CustomerRef[],
): Promise<readonly Identity[]> {
  const deposits = await trx
    .selectFrom('rma_row')
    .select(['customer_ref as ref', 'firstname', 'lastname', 'email', 'phone_code as phoneCode', 'phone'])
    .where((where) => where('customer_ref', '=', where.fn.any(where.val([...refs]))))
    .execute();
  const ids = refs.flatMap((ref) => registerIdOf(ref) ?? []);
  const registered = await trx
    .selectFrom('customers')
    .select(['id', 'firstname', 'lastname', 'email', 'phone_code as phoneCode', 'phone'])
    .where((where) => where('id', '=', where.fn.any(where.val(ids))))
    .execute();
  return [...deposits, ...registered.map(({ id, ...identity }) => ({ ref: `customer-${id}`, ...identity }))];
}

/** Other references with one of these addresses; of too many, those that the search finds first. */
async function findOthers(
  db: Kysely<Database>,
  identities: readonly Identity[],
): Promise<readonly Identity[]> {
  const found = new Set<CustomerRef>();
  for (const words of new Set(identities.flatMap(wordsOf))) {
    for (const ref of await findRefsBy(db, words)) found.add(ref);
  }
  for (const { ref } of identities) found.delete(ref);
  return inScope(db, EVERYTHING, (trx) => identitiesOf(trx, [...found]));
}

const wordsOf = (identity: Identity): readonly string[] => {
  const { email, phone } = addressKeys(identity);
  return [email, phone === '' ? '' : `+${phone}`].filter((words) => words !== '');
};

/** References that a search for an e-mail address, a phone, a name or a number finds, the newest deposits first. */
export async function findRefsBy(db: Kysely<Database>, words: string): Promise<readonly CustomerRef[]> {
  const deposits = await inScope(db, EVERYTHING, (trx) => findDepositRefs(trx, words));
  const { rows } = await searchContacts(db, EVERYTHING, words);
  return [...new Set([...deposits, ...rows.map(({ id }) => `customer-${id}`)])];
}

async function findDepositRefs(trx: Transaction<Database>, words: string): Promise<readonly CustomerRef[]> {
  const groups = searchGroups(words);
  if (groups.length === 0) return [];
  const found = await findItems(trx, groups, {
    fields: ['number', 'email', 'phone', 'name'],
    cap: MOST_READ,
  });
  if (found.length === 0) return [];
  const rows = await trx
    .selectFrom('item_row as i')
    .innerJoin('rma_row as r', 'r.id', 'i.rma_id')
    .select((select) => ['r.customer_ref', select.fn.max('r.id').as('newest')])
    .where((where) => where('i.id', '=', where.fn.any(where.val(found.map(({ id }) => id)))))
    .groupBy('r.customer_ref')
    .orderBy('newest', 'desc')
    .execute();
  return rows.map(({ customer_ref }) => customer_ref);
}

/** Those of these references that a deposit or the register knows. */
export async function findKnownRefs(
  db: Kysely<Database>,
  refs: readonly CustomerRef[],
): Promise<ReadonlySet<CustomerRef>> {
  const known = await inScope(db, EVERYTHING, (trx) => identitiesOf(trx, refs));
  return new Set(known.map(({ ref }) => ref));
}
