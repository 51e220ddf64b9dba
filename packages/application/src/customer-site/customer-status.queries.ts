import { readTypedNumber } from '@atelier/domain/repair/item/item-number.ts';
import { productImagePath } from '@atelier/domain/shared/product.ts';
import { REFERENCE_LANGUAGES, type ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import { textIn } from '@atelier/domain/contract/translated-text.ts';
import { rank, Status } from '@atelier/domain/shared/status.ts';
import { localDay } from '@atelier/domain/calendar.ts';
import { delayOf } from '@atelier/domain/customer-site/delay.ts';
import { customerExpected } from '@atelier/domain/customer-site/expected.ts';
import { maskEmail, maskPhone } from '@atelier/domain/customer-site/masked-contact.ts';
import { customerPicturePath } from '@atelier/domain/images/contract.ts';
import { feeWaitOf } from '@atelier/domain/repair/fees/fee-waits.ts';
import type { CustomerStatusView } from '@atelier/contracts/customer-site/schema.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { type Kysely, sql } from 'kysely';
import { inScope, type Database } from '../platform/database.ts';
import { statusRows, type StatusRow } from './customer-status-rows.queries.ts';
import { describeCollection, type CollectionReader } from './collection.queries.ts';

/** A requested deposit, before it is known whether the caller may see it. */
export interface AskedDeposit {
  readonly id: number;
  /** Asked for by the reference of the customer's link, which is enough; by a number otherwise. */
  readonly byReference: boolean;
  readonly phoneLast4: string;
  /** Its person was erased: nothing of them is shown, and they decide nothing. */
  readonly isErased: boolean;
}

export interface CustomerStatusRequest {
  readonly rmaId: number;
  /** Who came by a number and four digits sees enough of the address and the phone to know them again. */
  readonly masked: boolean;
  readonly language: string | undefined;
  readonly reader: CollectionReader;
}

export interface CustomerStatus {
  readonly items: readonly CustomerStatusView[];
  /** Changes whenever anything shown changes. */
  readonly tag: string;
}

/**
 * The deposit behind the reference of a customer's link, its own number, or the number on the label of one of its
 * pieces; inside `inScope` with everything visible (product/customer-page.md §1). One query of one shape for all of them, found or not.
 */
export async function findAskedDeposit(
  trx: Kysely<Database>,
  reference: string,
): Promise<AskedDeposit | undefined> {
  const number = readTypedNumber(reference);
  const found = await trx
    .selectFrom('rma_row')
    .select([
      'id',
      'phone_digits',
      'fullname',
      sql<boolean>`public_reference = ${reference}`.as('byReference'),
    ])
    .where((row) =>
      row.or([
        row('public_reference', '=', reference),
        row('number', '=', number),
        row(
          'id',
          '=',
          sql<number>`any (array(select labelled.rma_id from item_row labelled where labelled.number = ${number}))`,
        ),
      ]),
    )
    .orderBy('id')
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { id, byReference, fullname } = found;
  return { id, byReference, phoneLast4: found.phone_digits.slice(-4), isErased: fullname === '' };
}

/** What the customer's page shows of a deposit, an element per item; the scope sees everything. */
export async function findCustomerStatus(
  scope: DataScope,
  { rmaId, masked, language: wanted, reader }: CustomerStatusRequest,
): Promise<CustomerStatus | undefined> {
  const rows = await inScope(reader.db, scope, (trx) => statusRows(trx, rmaId).execute());
  if (rows.length === 0) return undefined;
  const language = languageOf(wanted);
  const views = await Promise.all(
    rows.map(async (row) => {
      const view = viewOf(row, language, reader);
      return masked
        ? withMaskedContact(view)
        : { ...view, collection: await describeCollection(row, reader) };
    }),
  );
  return { items: views, tag: tagOf(rows, language, reader) };
}

const withMaskedContact = (view: CustomerStatusView): CustomerStatusView => ({
  ...view,
  email: maskEmail(view.email),
  phone: maskPhone(view.phone),
});

/** Progress and cancellation come with the item itself; only the times of the steps may be a moment late. */
function viewOf(
  row: StatusRow,
  language: ReferenceLanguage,
  { now, policy }: CollectionReader,
): CustomerStatusView {
  return {
    RmaID: row.number,
    origin_invoice_number: row.invoice_number ?? '',
    order_number: row.order_number ?? row.rma_order_number ?? '',
    retail_carrier_code: row.tracking_number ?? row.shipment_tracking ?? '',
    product_sku: row.sku,
    product_name: row.product_name,
    product_kind: row.product_kind,
    product_image: productImagePath(row.sku),
    lastname: row.lastname,
    firstname: row.firstname,
    email: row.email ?? '',
    phone_code: row.phone_code,
    phone: row.phone,
    shopName: row.shop_name,
    home_shop: row.home_shop,
    shop: shopOf(row),
    RmaStatusHistory: historyOf(row),
    Progress: row.current_progress,
    cancelled: row.cancelled,
    to_client: row.custody_kind === 'shipment' && row.custody_to === null,
    returned: isReturned(row),
    since: sinceOf(row).toISOString(),
    repair_fee: row.fee_amount,
    repair_fee_ccy: row.fee_currency,
    fee_waits: feeWaitOf(row),
    ...timesOf(row, { now, policy }),
    collection: null,
    pictures: row.released_pictures.map(customerPicturePath),
    rma_item_to_reason: row.reasons.map(({ id, names }) => ({ id, Name: textIn(names, language) })),
  };
}

/** What keeps it, and when it is expected: a date that has passed says itself that it takes long. */
function timesOf(row: StatusRow, { now, policy }: Pick<CollectionReader, 'now' | 'policy'>) {
  const delay = delayOf(delayFactsOf(row), now, policy);
  const expected = customerExpected(
    {
      likely: row.expected_likely,
      latest: row.expected_latest,
      later: row.expected_later,
      holds: row.holds,
      waitsForFee: feeWaitOf(row) !== 'no',
      isReturned: isReturned(row),
      hasReason: delay !== null,
    },
    localDay(now, row.home_zone),
  );
  return { expected, delay: expected?.kind === 'late' && delay === 'long' ? null : delay };
}

const delayFactsOf = (row: StatusRow) => ({
  status: row.status,
  holds: row.holds,
  createdAt: row.created_at.toISOString(),
  waitsForFee: feeWaitOf(row) !== 'no',
});

/** Its address on one line, as the shop's own country writes its parts. */
function shopOf(row: StatusRow): CustomerStatusView['shop'] {
  const town = [row.shop_postal_code, row.shop_city].filter((part) => part !== '').join(' ');
  return {
    phone: row.shop_phone,
    address: [row.shop_address, town].filter((part) => part !== '').join(', '),
    opening_hours: row.shop_hours,
    map_url: row.shop_map,
  };
}

/** Shown from its way back to the shop on: unrepaired and counterfeit look the same from outside (product/customer-page.md §3). */
function isReturned({ outcome, rank: reached }: StatusRow): boolean {
  return (outcome === 'unrepaired' || outcome === 'counterfeit') && reached >= rank(Status.LogisticsShipOut);
}

function historyOf(row: StatusRow): { CreatedAt: string; Progress: number }[] {
  const steps = row.history ?? [{ at: row.created_at.toISOString(), progress: 1 }];
  return steps.map(({ at, progress }) => ({ CreatedAt: at, Progress: progress }));
}

/** When the step that is shown began; the entry to the status until the projection has come that far. */
function sinceOf(row: StatusRow): Date {
  const isShown = row.history?.[0]?.progress === row.current_progress;
  return isShown && row.since !== null ? row.since : row.status_entered_at;
}

/** English where the language is none of the seven. */
function languageOf(language: string | undefined): ReferenceLanguage {
  return REFERENCE_LANGUAGES.find((known) => known === language) ?? 'en';
}

/** Offered times and delays pass with the clock. */
function tagOf(rows: readonly StatusRow[], language: ReferenceLanguage, { now }: CollectionReader): string {
  const versions = rows.map((row) => `${row.id}.${row.version}.${row.progress_version ?? 0}`);
  return [language, now.slice(0, HOUR_DIGITS), rows[0]?.rma_version ?? 0, ...versions].join('-');
}

/** Of an instant, down to its hour. */
const HOUR_DIGITS = 13;
