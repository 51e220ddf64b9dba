import type { HandoverPaper, PaperMoney } from '@atelier/domain/documents/paper.ts';
import { itemStream } from '@atelier/domain/kernel.ts';
import { customerProgress, hasHandoverPaper } from '@atelier/domain/repair/customer-progress.ts';
import { amountDue, amountPaid, amountRefunded, amountToReturn } from '@atelier/domain/repair/fees/fees.ts';
import type { ItemState } from '@atelier/domain/repair/item/item.ts';
import { PRODUCT_KINDS } from '@atelier/domain/shared/product.ts';
import { REFERENCE_LANGUAGES, type ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import type { Kysely } from 'kysely';
import { itemAggregate } from '../aggregates.ts';
import { milestonesOf, proofToken } from '../audit/piece-proof.queries.ts';
import type { Database } from '../platform/database.ts';
import { paperLoans } from './paper-loans.queries.ts';
import { reasonNames } from './package-paper.queries.ts';

export interface FoundHandover {
  /** Of the paper: the one asked for, else the customer's. */
  readonly language: ReferenceLanguage;
  readonly paper: Omit<HandoverPaper, 'printedAt' | 'proofUrl' | 'logKey'>;
  /** What the address of its proof ends with. */
  readonly proofToken: string;
}

/**
 * What the paper says that goes home with a piece. Undefined when the piece is not the caller's to see, `not_ready` while it is
 * not back in the shop; call inside `inScope`.
 */
export async function findHandoverPaper(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readStream'>,
  itemId: number,
  asked: ReferenceLanguage | undefined,
): Promise<FoundHandover | 'not_ready' | undefined> {
  const row = await findRow(trx, itemId);
  if (row === undefined) return undefined;
  if (!hasHandoverPaper(row.status)) return 'not_ready';
  const language = asked ?? REFERENCE_LANGUAGES.find((known) => known === row.language) ?? 'en';
  const reasons = await reasonNames(trx, language);
  const { events } = await store.readStream(itemStream(itemId));
  const { number, sku, size, name, outcome, timeZone } = row;
  const item = itemAggregate.stateOf(events);
  return {
    language,
    proofToken: proofToken(row.reference, itemId),
    paper: {
      number,
      sku,
      size: size ?? '',
      name,
      kind: PRODUCT_KINDS.find((kind) => kind === row.kind) ?? 'other',
      result: customerProgress(row.status).cancelled ? 'cancelled' : outcome,
      timeZone,
      reasons: row.reasons.flatMap((id) => reasons.get(id) ?? []),
      steps: milestonesOf(events)
        .map(({ progress, at }) => ({ progress, at }))
        .toReversed(),
      money: moneyOf(item),
      loans: paperLoans(item),
      invoice: { number: row.invoice ?? '', purchasedOn: row.purchasedOn },
      shop: {
        code: row.code,
        name: row.shop,
        phone: row.phone,
        address: row.address,
        postalCode: row.postalCode,
        city: row.city,
        country: row.country,
      },
    },
  };
}

function moneyOf(item: ItemState): PaperMoney | null {
  if (item.kind === 'none') return null;
  const [due, refunded] = [amountDue(item), amountRefunded(item)];
  const paid = amountPaid(item) + refunded;
  const { currency } = item.fee.due;
  return due === 0 && paid === 0 ? null : { due, paid, refunded, toReturn: amountToReturn(item), currency };
}

function findRow(trx: Kysely<Database>, itemId: number) {
  return trx
    .selectFrom('item_row as i')
    .innerJoin('rma_row as r', 'r.id', 'i.rma_id')
    .innerJoin('sites as s', 's.id', 'i.store_id')
    .select([
      'i.number',
      'i.sku',
      'i.size',
      'i.product_name as name',
      'i.product_kind as kind',
      'i.outcome',
      'i.reasons',
      'i.invoice_number as invoice',
      'i.purchase_date as purchasedOn',
    ])
    .select(['i.status', 'r.public_reference as reference', 'r.language'])
    .select(['s.code', 's.name as shop', 's.phone', 's.address', 's.postal_code as postalCode', 's.city'])
    .select(['s.country', 's.time_zone as timeZone'])
    .where('i.id', '=', itemId)
    .executeTakeFirst();
}
