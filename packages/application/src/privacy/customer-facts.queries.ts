import type { CustomerRef, ItemId, RmaId } from '@atelier/domain/kernel.ts';
import type { Covered } from '@atelier/domain/privacy/events.ts';
import { type OwnedPiece, isOwed } from '@atelier/domain/privacy/open-piece.ts';
import type { Kysely } from 'kysely';
import { inScope, type Database } from '../platform/database.ts';

/** Forgetting is the headquarters' business: it sees every shop, and the permission alone guards it. */
export const EVERYTHING = { kind: 'all' } as const;

/** A piece of a customer, with what keeps an erasure waiting. */
export interface CustomerPiece extends OwnedPiece {
  readonly rmaId: RmaId;
  readonly customerRef: CustomerRef;
  readonly number: string;
  readonly messages: number;
}

/** A deposit of a customer. */
export interface CustomerDeposit {
  readonly rmaId: RmaId;
  readonly customerRef: CustomerRef;
  readonly number: string;
  readonly storeName: string;
  readonly createdAt: Date;
}

/** Facts about some customers: references, numbers and counts, no names. */
export interface CustomerFacts {
  readonly deposits: readonly CustomerDeposit[];
  readonly pieces: readonly CustomerPiece[];
  /** Pictures by piece. */
  readonly pictures: ReadonlyMap<ItemId, number>;
  /** Holds in force by customer. */
  readonly holds: ReadonlyMap<CustomerRef, readonly number[]>;
}

/** Reads what there is of these customers, however many deposits that are. */
export function findCustomerFacts(
  db: Kysely<Database>,
  refs: readonly CustomerRef[],
): Promise<CustomerFacts> {
  return inScope(db, EVERYTHING, async (trx) => {
    const deposits = await findDeposits(trx, refs);
    const pieces = await findPieces(trx, deposits);
    const pictures = await countPictures(
      trx,
      pieces.map(({ id }) => id),
    );
    return { deposits, pieces, pictures, holds: await findHolds(trx, refs) };
  });
}

async function findDeposits(
  trx: Kysely<Database>,
  refs: readonly CustomerRef[],
): Promise<readonly CustomerDeposit[]> {
  const rows = await trx
    .selectFrom('rma_row as r')
    .innerJoin('sites as s', 's.id', 'r.store_id')
    .select(['r.id', 'r.customer_ref', 'r.number', 's.name', 'r.created_at'])
    .where((where) => where('r.customer_ref', '=', where.fn.any(where.val([...refs]))))
    .orderBy('r.id', 'desc')
    .execute();
  return rows.map(({ id, customer_ref, number, name, created_at }) => ({
    rmaId: id,
    customerRef: customer_ref,
    number,
    storeName: name,
    createdAt: created_at,
  }));
}

async function findPieces(
  trx: Kysely<Database>,
  deposits: readonly CustomerDeposit[],
): Promise<readonly CustomerPiece[]> {
  const refOf = new Map(deposits.map(({ rmaId, customerRef }) => [rmaId, customerRef]));
  const rows = await trx
    .selectFrom('item_row')
    .select(['id', 'rma_id', 'number', 'status', 'custody_kind', 'holds'])
    .select(['store_comments', 'factory_comments', 'follow_ups'])
    .where((where) => where('rma_id', '=', where.fn.any(where.val([...refOf.keys()]))))
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    rmaId: row.rma_id,
    customerRef: refOf.get(row.rma_id) ?? '',
    number: row.number,
    status: row.status,
    custody: row.custody_kind,
    holds: row.holds,
    messages: row.store_comments + row.factory_comments + row.follow_ups,
  }));
}

async function countPictures(
  trx: Kysely<Database>,
  itemIds: readonly ItemId[],
): Promise<ReadonlyMap<ItemId, number>> {
  const rows = await trx
    .selectFrom('item_images')
    .select((select) => ['item_id', select.fn.countAll<number>().as('pictures')])
    .where((where) => where('item_id', '=', where.fn.any(where.val([...itemIds]))))
    .groupBy('item_id')
    .execute();
  return new Map(rows.map(({ item_id, pictures }) => [item_id, pictures]));
}

async function findHolds(
  trx: Kysely<Database>,
  refs: readonly CustomerRef[],
): Promise<CustomerFacts['holds']> {
  const rows = await trx
    .selectFrom('legal_hold_row')
    .select(['id', 'customer_ref'])
    .where('released_at', 'is', null)
    .where((where) => where('customer_ref', '=', where.fn.any(where.val([...refs]))))
    .execute();
  const byCustomer = new Map<CustomerRef, number[]>();
  for (const { id, customer_ref } of rows)
    byCustomer.set(customer_ref, [...(byCustomer.get(customer_ref) ?? []), id]);
  return byCustomer;
}

/** The facts of some of the customers. */
export function factsOf(facts: CustomerFacts, refs: readonly CustomerRef[]): CustomerFacts {
  const isTheirs = ({ customerRef }: { readonly customerRef: CustomerRef }) => refs.includes(customerRef);
  return {
    deposits: facts.deposits.filter(isTheirs),
    pieces: facts.pieces.filter(isTheirs),
    pictures: facts.pictures,
    holds: new Map([...facts.holds].filter(([ref]) => refs.includes(ref))),
  };
}

/** How much there is, for people to judge by. */
export const coveredOf = ({ deposits, pieces, pictures }: CustomerFacts): Covered => ({
  repairs: deposits.length,
  pieces: pieces.length,
  pictures: pieces.reduce((sum, { id }) => sum + (pictures.get(id) ?? 0), 0),
  messages: pieces.reduce((sum, { messages }) => sum + messages, 0),
});

/** What keeps an erasure waiting, as the wire shows it. */
export const obstaclesOf = ({ pieces, holds }: CustomerFacts) => ({
  holds: [...holds.values()].reduce((sum, ids) => sum + ids.length, 0),
  open_pieces: pieces.filter(isOwed).map(({ id, number }) => ({ item_id: id, number })),
});
