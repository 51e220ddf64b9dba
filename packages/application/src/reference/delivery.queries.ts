import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { DeliveryCheckView } from '@atelier/contracts/deposit/delivery-schema.ts';
import type { DeliveryRefusal } from '@atelier/domain/deposit/contract.ts';
import type { Policy } from '@atelier/domain/policy.ts';
import type { Kysely } from 'kysely';
import { type Database, inScope } from '../platform/database.ts';
import { listInvoiceFacts } from './invoices.queries.ts';
import { isFinal } from '@atelier/domain/shared/status.ts';

export interface DeliveryAsked {
  readonly items: readonly number[];
  readonly country: string;
  readonly type: 'store' | 'client';
}

/** Countries a repair may be delivered to; null = every one the shipping fees name (product/deposit.md §12). */
type DeliveryTerms = Pick<Policy, 'deliveryCountries'>;

/** Undefined when one of the items is not the caller's to see. */
export async function checkDelivery(
  db: Kysely<Database>,
  scope: DataScope,
  asked: DeliveryAsked,
  policy: DeliveryTerms,
): Promise<DeliveryCheckView | undefined> {
  const items = await findPieces(db, scope, asked.items);
  if (items === undefined) return undefined;
  const terms = await findTerms(db, asked);
  const refusal = termsRefusal(terms, asked, policy) ?? (await piecesRefusal(db, items, asked));
  const { fee, currency } = { fee: terms?.amount ?? 0, currency: terms?.currency ?? '' };
  return { allowed: refusal === null, fee: refusal === null ? fee : 0, currency, reason: refusal };
}

async function findPieces(db: Kysely<Database>, scope: DataScope, ids: readonly number[]) {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const rows = await inScope(db, scope, (trx) =>
    trx.selectFrom('item_row').select(['id', 'status', 'invoice_number']).where('id', 'in', wanted).execute(),
  );
  return rows.length === wanted.length ? rows : undefined;
}

type Pieces = NonNullable<Awaited<ReturnType<typeof findPieces>>>;
type Terms = Awaited<ReturnType<typeof findTerms>>;

/** Undefined for an unknown country; nulls for one the brand ships nothing to. */
function findTerms(db: Kysely<Database>, { country, type }: DeliveryAsked) {
  return db
    .selectFrom('countries')
    .leftJoin('shipping_fees', (join) =>
      join.onRef('shipping_fees.country', '=', 'countries.code').on('destination', '=', type),
    )
    .select(['allowed', 'amount', 'currency'])
    .where('countries.code', '=', country)
    .executeTakeFirst();
}

function termsRefusal(
  terms: Terms,
  { type, country }: DeliveryAsked,
  { deliveryCountries }: DeliveryTerms,
): DeliveryRefusal | null {
  if (terms === undefined) return 'country_unknown';
  const isOpen = deliveryCountries === null || deliveryCountries.includes(country);
  if (type === 'client' && !isOpen) return 'country_closed_to_clients';
  if (terms.allowed === true) return null;
  return terms.allowed === false && type === 'client' ? 'country_closed_to_clients' : 'country_not_served';
}

async function piecesRefusal(
  db: Kysely<Database>,
  items: Pieces,
  { type }: DeliveryAsked,
): Promise<DeliveryRefusal | null> {
  if (items.some(({ status }) => isFinal(status))) return 'item_ended';
  if (type === 'store') return null;
  const invoices = await listInvoiceFacts(
    db,
    items.flatMap(({ invoice_number }) => invoice_number ?? []),
  );
  return invoices.some(({ hasShippingFee }) => !hasShippingFee) ? 'invoice_without_shipping_fee' : null;
}
