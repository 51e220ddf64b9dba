import type { CustomerRef } from '@atelier/domain/kernel.ts';
import { MOST_CUSTOMERS } from '@atelier/domain/privacy/contract.ts';
import type { PersonView } from '@atelier/domain/privacy/schema.ts';
import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import { inScope } from '../database.ts';
import type { Database } from '../database.ts';
import { searchGroups } from '../rma/search-terms.queries.ts';
import { findItems } from '../rma/search.queries.ts';
import { coveredOf, EVERYTHING, factsOf, findCustomerFacts, obstaclesOf } from './customer-facts.queries.ts';
import type { CustomerFacts } from './customer-facts.queries.ts';

/** Pieces read at most; a person has fewer. */
const MOST_FOUND = 200;

export interface FoundPersons {
  readonly persons: readonly PersonView[];
  /** Customers found, also those that are not shown. */
  readonly total: number;
}

/** Customers by email, phone or the number of an RMA or piece, with all that is held of each; the newest first. */
export async function findPersons(db: Kysely<Database>, words: string): Promise<FoundPersons> {
  const { refs, contacts } = await inScope(db, EVERYTHING, async (trx) => {
    const found = await findRefs(trx, words);
    return { refs: found, contacts: await findContacts(trx, found.slice(0, MOST_CUSTOMERS)) };
  });
  const shown = refs.slice(0, MOST_CUSTOMERS);
  const [facts, requests] = [await findCustomerFacts(db, shown), await findRequests(db, shown)];
  const persons = shown.map((ref) =>
    personView(ref, factsOf(facts, [ref]), contacts.get(ref), requests.get(ref) ?? null),
  );
  return { persons, total: refs.length };
}

async function findRefs(trx: Transaction<Database>, words: string): Promise<readonly CustomerRef[]> {
  const found = await findItems(trx, searchGroups(words), {
    fields: ['number', 'email', 'phone'],
    cap: MOST_FOUND,
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

type Contact = Pick<PersonView, 'name' | 'email' | 'phone' | 'country'>;

/** As the newest deposit of each says. */
async function findContacts(
  trx: Transaction<Database>,
  refs: readonly CustomerRef[],
): Promise<ReadonlyMap<CustomerRef, Contact>> {
  const rows = await trx
    .selectFrom('rma_row')
    .distinctOn('customer_ref')
    .select(['customer_ref', 'fullname as name', 'email', 'fullphone as phone', 'country'])
    .where((where) => where('customer_ref', '=', where.fn.any(where.val([...refs]))))
    .orderBy('customer_ref')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(({ customer_ref, ...contact }) => [customer_ref, contact]));
}

/** The newest request of each customer that waits, runs or is done. */
async function findRequests(
  db: Kysely<Database>,
  refs: readonly CustomerRef[],
): Promise<ReadonlyMap<CustomerRef, PersonView['request']>> {
  const rows = await db
    .selectFrom('privacy_request_row')
    .select(['id', 'stage', 'customer_refs'])
    .where(sql<boolean>`customer_refs && ${sql.val([...refs])}::text[]`)
    .where('stage', 'not in', ['refused', 'withdrawn'])
    .orderBy('id')
    .execute();
  return new Map(
    rows.flatMap(({ id, stage, customer_refs }) =>
      customer_refs.map((ref) => [ref, { request_id: id, stage }] as const),
    ),
  );
}

function personView(
  ref: CustomerRef,
  facts: CustomerFacts,
  contact: Contact | undefined,
  request: PersonView['request'],
): PersonView {
  const piecesOf = (id: number) => facts.pieces.filter(({ rmaId }) => rmaId === id).length;
  return {
    customer_ref: ref,
    ...(contact ?? { name: '', email: null, phone: '', country: '' }),
    deposits: facts.deposits.map(({ rmaId, number, storeName, createdAt }) => ({
      rma_id: rmaId,
      number,
      store_name: storeName,
      created_at: createdAt.toISOString(),
      pieces: piecesOf(rmaId),
    })),
    covered: coveredOf(facts),
    ...obstaclesOf(facts),
    request,
  };
}
