import type { PaidPiece, PaymentPart, PaymentReceipt } from '@atelier/domain/documents/paper.ts';
import { isItemEvent } from '@atelier/domain/personal-data.ts';
import { itemStream } from '@atelier/domain/kernel.ts';
import { amountDue } from '@atelier/domain/repair/fees/fees.ts';
import type { Item } from '@atelier/domain/repair/item/item.ts';
import type { PaymentRecorded } from '@atelier/domain/repair/item/money-events.ts';
import { REFERENCE_LANGUAGES, type ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import type { EventStore, StoredEvent } from '@atelier/event-store/types.ts';
import { type Kysely, sql } from 'kysely';
import { itemAggregate } from '../aggregates.ts';
import type { Database } from '../platform/database.ts';
import { findUserNames } from '../shared/people.queries.ts';

export interface FoundPayment {
  /** Of the paper: the one asked for, else the customer's. */
  readonly language: ReferenceLanguage;
  readonly paper: Omit<PaymentReceipt, 'printedAt'>;
}

type Store = Pick<EventStore, 'readStream' | 'readLoggedStreams'>;

export interface AskedPayment {
  readonly itemId: number;
  /** The piece's record of the payment, from 1; undefined = its newest payment. */
  readonly payment: number | undefined;
  readonly language: ReferenceLanguage | undefined;
}

/** The pieces of one client that one receipt may name. */
const MOST_PIECES = 200;

/**
 * What the receipt of a payment says (product/documents.md §9): everything that the client paid at that moment, on whichever of
 * their pieces it was booked. Undefined when the piece is not the caller's to see, `not_paid` where no such payment was
 * recorded; call inside `inScope`.
 */
export async function findPaymentReceipt(
  trx: Kysely<Database>,
  store: Store,
  { itemId, payment, language: asked }: AskedPayment,
): Promise<FoundPayment | 'not_paid' | undefined> {
  const row = await findRow(trx, itemId);
  if (row === undefined) return undefined;
  const own = (await store.readStream(itemStream(itemId))).events;
  const paid = paymentIn(own, payment);
  if (paid === undefined) return 'not_paid';
  const booked = await bookedWith(trx, store, row, paid);
  const pieces = booked.flatMap((events) => pieceOf(events, paid) ?? []);
  const language = asked ?? REFERENCE_LANGUAGES.find((known) => known === row.language) ?? 'en';
  const first = Math.min(
    ...booked
      .flat()
      .filter(isSamePayment(paid))
      .map(({ position }) => position),
  );
  const { code, shop, phone, address, postalCode, city, country, timeZone, client } = row;
  return {
    language,
    paper: {
      number: `${code}-${first}`,
      client,
      paidAt: paid.data.at,
      clerk: await nameOf(trx, paid.data.by.userId),
      timeZone,
      pieces: pieces.map(({ piece }) => piece),
      parts: joined(pieces.flatMap(({ parts }) => parts)),
      refunds: pieces.flatMap(({ refunds }) => refunds),
      shop: { code, name: shop, phone, address, postalCode, city, country },
    },
  };
}

type Paid = StoredEvent<PaymentRecorded>;

const isPayment = (event: StoredEvent): event is Paid => event.type === 'PaymentRecorded';

/** Records are numbered with the refunds among them, as a correction names them. */
function paymentIn(events: readonly StoredEvent[], payment: number | undefined): Paid | undefined {
  if (payment === undefined) return events.findLast(isPayment);
  const records = events.filter(({ type }) => type === 'PaymentRecorded' || type === 'RefundRecorded');
  const record = records[payment - 1];
  return record !== undefined && isPayment(record) ? record : undefined;
}

/** Booked by the same command: the same moment, by the same person. */
const isSamePayment =
  ({ data: { at, by } }: Paid) =>
  (event: StoredEvent): boolean =>
    isPayment(event) && event.data.at === at && event.data.by.userId === by.userId;

/** The histories of all pieces of the client on which that payment was booked. */
async function bookedWith(trx: Kysely<Database>, store: Store, row: Row, paid: Paid) {
  const ids = await piecesOfClient(trx, row, paid);
  const logged = await store.readLoggedStreams(ids.map(itemStream), ['PaymentRecorded']);
  const isOfIt = isSamePayment(paid);
  const booked = ids.filter((id) =>
    logged
      .get(itemStream(id))
      ?.events.some((event) => 'data' in event && isItemEvent(event) && isOfIt(event)),
  );
  return Promise.all(booked.map(async (id) => (await store.readStream(itemStream(id))).events));
}

/**
 * Of the deposit, and of others that left the shop at that very moment: a pickup books payments and hands all pieces over in one
 * append (decisions/0228). Names and numbers are sealed, so that no query can compare them.
 */
async function piecesOfClient(
  trx: Kysely<Database>,
  { rmaId, storeId }: Row,
  { data: { at } }: Paid,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from item_row
     where rma_id = ${rmaId} or (store_id = ${storeId} and handed_over_at = ${at}::timestamptz)
     order by id limit ${MOST_PIECES}`.execute(trx);
  return rows.map(({ id }) => id);
}

/** A piece with its share of the payment. What it cost is read as it was then, what was paid as it counts now. */
function pieceOf(events: readonly StoredEvent[], paid: Paid) {
  const last = events.findLastIndex(isSamePayment(paid));
  const then = itemAggregate.stateOf(events.slice(0, last + 1));
  const now = itemAggregate.stateOf(events);
  if (then.kind === 'none' || now.kind === 'none') return null;
  const parts = partsOf(now, paid);
  const { currency } = then.fee.due;
  const amount = parts.reduce((sum, part) => sum + part.amount.amount, 0);
  const piece: PaidPiece = {
    number: now.number,
    name: now.product.name,
    sku: now.product.sku,
    fee: { amount: amountDue(then), currency },
    paid: { amount, currency },
  };
  const refunds = now.fee.payments.flatMap(({ kind, paid: refunded, means, at }) =>
    kind === 'refund' && at >= paid.data.at ? { number: now.number, means, amount: refunded, at } : [],
  );
  return { piece, parts, refunds };
}

const partsOf = ({ fee }: Item, { data: { at } }: Paid): readonly PaymentPart[] =>
  fee.payments.flatMap(({ kind, paid, means, reference, at: then, isCorrected }) =>
    kind === 'payment' && then === at ? { means, reference: reference ?? '', amount: paid, isCorrected } : [],
  );

/** One part of what was laid on the counter was booked on several pieces: it is one line again. */
function joined(parts: readonly PaymentPart[]): readonly PaymentPart[] {
  const byPart = Map.groupBy(parts, ({ means, reference, amount, isCorrected }) =>
    JSON.stringify([means, reference, amount.currency, isCorrected]),
  );
  return [...byPart.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const amount = more.reduce((sum, part) => sum + part.amount.amount, first.amount.amount);
    return { ...first, amount: { ...first.amount, amount } };
  });
}

async function nameOf(trx: Kysely<Database>, userId: number | null): Promise<string> {
  return userId === null ? '' : ((await findUserNames(trx, [userId])).get(userId) ?? '');
}

type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>;

function findRow(trx: Kysely<Database>, itemId: number) {
  return trx
    .selectFrom('item_row as i')
    .innerJoin('rma_row as r', 'r.id', 'i.rma_id')
    .innerJoin('sites as s', 's.id', 'i.store_id')
    .select(['i.rma_id as rmaId', 'i.store_id as storeId', 'r.fullname as client', 'r.language'])
    .select(['s.code', 's.name as shop', 's.phone', 's.address', 's.postal_code as postalCode', 's.city'])
    .select(['s.country', 's.time_zone as timeZone'])
    .where('i.id', '=', itemId)
    .executeTakeFirst();
}
