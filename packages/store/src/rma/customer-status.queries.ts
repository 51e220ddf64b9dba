import { productImagePath } from '@atelier/domain/reference/product.ts';
import { REFERENCE_LANGUAGES, textIn } from '@atelier/domain/reference/translated-text.ts';
import type { ReferenceLanguage, TranslatedText } from '@atelier/domain/reference/translated-text.ts';
import { rank } from '@atelier/domain/repair/status.ts';
import type { CustomerStatusView } from '@atelier/domain/rma/contract.ts';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface CustomerStatusRequest {
  /** The public reference of the customer's link, or a plain RMA number. */
  readonly reference: string;
  /** Needed with a plain number: the last four digits of the phone. */
  readonly phoneLast4: string | undefined;
  readonly language: string | undefined;
}

export interface CustomerStatus {
  readonly items: readonly CustomerStatusView[];
  /** Changes whenever anything shown changes. */
  readonly tag: string;
}

/**
 * What the customer's page shows of a deposit, an element per item, inside `inScope` with everything visible
 * (product.md §7). Undefined for an unknown reference, for a number without its digits and for wrong digits: one query
 * of one shape answers all three, so that neither the answer nor its time tells them apart.
 */
export async function findCustomerStatus(
  trx: Kysely<Database>,
  request: CustomerStatusRequest,
): Promise<CustomerStatus | undefined> {
  const { reference, phoneLast4 = '' } = request;
  const rma = await trx
    .selectFrom('rma_row')
    .select('id')
    .where((row) =>
      row.or([
        row('public_reference', '=', reference),
        row.and([
          row('number', '=', reference.toUpperCase()),
          row(sql<string>`right(phone_digits, 4)`, '=', phoneLast4),
          row(sql<number>`length(${phoneLast4}::text)`, '=', 4),
        ]),
      ]),
    )
    .orderBy('id')
    .executeTakeFirst();
  if (rma === undefined) return undefined;
  const rows = await statusRows(trx, rma.id).execute();
  if (rows.length === 0) return undefined;
  const language = languageOf(request.language);
  return { items: rows.map((row) => viewOf(row, language)), tag: tagOf(rows, language) };
}

type StatusRow = Awaited<ReturnType<ReturnType<typeof statusRows>['execute']>>[number];

/** An item that another one continues is left out: the jewel is shown once. */
function statusRows(trx: Kysely<Database>, rmaId: number) {
  return trx
    .selectFrom('item_row as i')
    .innerJoin('rma_row as r', 'r.id', 'i.rma_id')
    .innerJoin('sites as s', 's.id', 'i.store_id')
    .leftJoin('customer_progress as p', 'p.item_id', 'i.id')
    .select([
      'i.id',
      'i.version',
      'i.invoice_number',
      'i.order_number',
      'i.shipment_tracking',
      'i.tracking_number',
      'i.sku',
      'i.product_name',
      'i.product_kind',
      'i.fee_amount',
      'i.fee_currency',
      'i.created_at',
      'i.progress as current_progress',
      'i.status_entered_at',
      'i.cancelled as is_cancelled',
      'i.outcome',
      'i.rank',
      'r.number',
      'r.version as rma_version',
      'r.order_number as rma_order_number',
      'r.firstname',
      'r.lastname',
      'r.email',
      'r.phone_code',
      'r.phone',
      's.name as shop_name',
      'p.history',
      'p.since',
      'p.version as progress_version',
    ])
    .select(
      sql<readonly { readonly id: number; readonly names: TranslatedText }[]>`coalesce((
        select json_agg(json_build_object('id', n.id, 'names', n.names) order by a.place)
          from unnest(i.reasons) with ordinality a (id, place) join rma_reasons n on n.id = a.id), '[]')`.as(
        'reasons',
      ),
    )
    .where('i.rma_id', '=', rmaId)
    .where('i.linked_to', 'is', null)
    .orderBy('i.id');
}

/** Progress and cancellation come with the item itself; only the times of the steps may be a moment late. */
function viewOf(row: StatusRow, language: ReferenceLanguage): CustomerStatusView {
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
    RmaStatusHistory: historyOf(row),
    Progress: row.current_progress,
    cancelled: row.is_cancelled,
    returned: isReturned(row),
    since: sinceOf(row).toISOString(),
    repair_fee: row.fee_amount,
    repair_fee_ccy: row.fee_currency,
    rma_item_to_reason: row.reasons.map(({ id, names }) => ({ id, Name: textIn(names, language) })),
  };
}

/** Told from its way home on: unrepaired and counterfeit look the same from outside (product.md §3, §7). */
function isReturned({ outcome, rank: reached }: StatusRow): boolean {
  return (outcome === 'unrepaired' || outcome === 'counterfeit') && reached >= rank(14);
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

function tagOf(rows: readonly StatusRow[], language: ReferenceLanguage): string {
  const versions = rows.map((row) => `${row.id}.${row.version}.${row.progress_version ?? 0}`);
  return [language, rows[0]?.rma_version ?? 0, ...versions].join('-');
}
