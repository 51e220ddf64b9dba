import type { CustomerRef } from '@atelier/domain/kernel.ts';
import { MOST_CUSTOMERS } from '@atelier/domain/privacy/contract.ts';
import { fullName, fullPhone } from '@atelier/domain/deposit/names.ts';
import type { PersonView } from '@atelier/contracts/privacy/schema.ts';
import { type Kysely, type Transaction, sql } from 'kysely';
import { inScope, type Database } from '../platform/database.ts';
import {
  coveredOf,
  EVERYTHING,
  factsOf,
  findCustomerFacts,
  obstaclesOf,
  type CustomerFacts,
} from './customer-facts.queries.ts';
import { findPersonsBehind, findRefsBy, registerIdOf } from './same-person.queries.ts';

/** References that a search goes on from. */
const MOST_LOOKED_AT = 100;

export interface FoundPersons {
  readonly persons: readonly PersonView[];
  /** Customers found, also those that are not shown. */
  readonly total: number;
}

/** Persons by email, phone, name or number of an RMA or piece, of deposits and of the register, with all that is held of each. */
export async function findPersons(db: Kysely<Database>, words: string): Promise<FoundPersons> {
  const found = await findRefsBy(db, words);
  const persons = await findPersonsBehind(db, found.slice(0, MOST_LOOKED_AT));
  const shown = persons.slice(0, MOST_CUSTOMERS);
  const refs = shown.flat();
  const contacts = await inScope(db, EVERYTHING, (trx) => findContacts(trx, refs));
  const [facts, requests] = [await findCustomerFacts(db, refs), await findRequests(db, refs)];
  const views = shown.map((own) => personView(own, factsOf(facts, own), contacts, requests));
  const beyond = Math.max(0, found.length - MOST_LOOKED_AT);
  return { persons: views, total: persons.length + beyond };
}

interface Contact extends Pick<PersonView, 'name' | 'email' | 'phone' | 'country'> {
  /** Of the deposit; null for the record of the register. */
  readonly rmaId: number | null;
}

/** As the newest deposit of each reference says, or else the register. */
async function findContacts(
  trx: Transaction<Database>,
  refs: readonly CustomerRef[],
): Promise<ReadonlyMap<CustomerRef, Contact>> {
  const deposits = await trx
    .selectFrom('rma_row')
    .distinctOn('customer_ref')
    .select(['customer_ref', 'id as rmaId', 'fullname as name', 'email', 'fullphone as phone', 'country'])
    .where((where) => where('customer_ref', '=', where.fn.any(where.val([...refs]))))
    .orderBy('customer_ref')
    .orderBy('id', 'desc')
    .execute();
  const registered = await findRegistered(trx, refs);
  return new Map([
    ...registered,
    ...deposits.map(({ customer_ref, ...contact }) => [customer_ref, contact] as const),
  ]);
}

async function findRegistered(
  trx: Transaction<Database>,
  refs: readonly CustomerRef[],
): Promise<readonly (readonly [CustomerRef, Contact])[]> {
  const ids = refs.flatMap((ref) => registerIdOf(ref) ?? []);
  const rows = await trx
    .selectFrom('customers')
    .select(['id', 'firstname', 'lastname', 'email', 'phone_code', 'phone', 'country'])
    .where((where) => where('id', '=', where.fn.any(where.val(ids))))
    .execute();
  return rows.map(({ id, firstname, lastname, phone_code: code, phone, ...contact }) => {
    const names = { name: fullName(firstname, lastname), phone: phone === '' ? '' : fullPhone(code, phone) };
    return [`customer-${id}`, { ...contact, ...names, rmaId: null }] as const;
  });
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
  refs: readonly CustomerRef[],
  facts: CustomerFacts,
  contacts: ReadonlyMap<CustomerRef, Contact>,
  requests: ReadonlyMap<CustomerRef, PersonView['request']>,
): PersonView {
  const piecesOf = (id: number) => facts.pieces.filter(({ rmaId }) => rmaId === id).length;
  const known = refs.flatMap((ref) => contacts.get(ref) ?? []);
  const { rmaId: _rmaId, ...newest } = known.toSorted((a, b) => (b.rmaId ?? 0) - (a.rmaId ?? 0))[0] ?? NOBODY;
  const asked = refs.flatMap((ref) => requests.get(ref) ?? []);
  return {
    customer_ref: refs[0] ?? '',
    customer_refs: [...refs],
    registered: refs.some((ref) => registerIdOf(ref) !== undefined),
    ...newest,
    deposits: facts.deposits.map(({ rmaId, number, storeName, createdAt }) => ({
      rma_id: rmaId,
      number,
      store_name: storeName,
      created_at: createdAt.toISOString(),
      pieces: piecesOf(rmaId),
    })),
    covered: coveredOf(facts),
    ...obstaclesOf(facts),
    request: asked.toSorted((a, b) => b.request_id - a.request_id)[0] ?? null,
  };
}

const NOBODY: Contact = { rmaId: null, name: '', email: null, phone: '', country: '' };
