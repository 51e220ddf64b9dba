import { NEAR_DAYS } from '@atelier/domain/repair/expected/expected.ts';
import { addDays } from '@atelier/domain/calendar.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { codeKey } from '@atelier/domain/contract/codes.ts';
import type { CollectionKind } from '@atelier/domain/repair/collection/collection-events.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { HoldFilter, ItemListRequest, Standing } from './item-filters.queries.ts';
import { isPastTarget } from '../dashboard/stage-targets.queries.ts';
import { standsAt, waitsFor } from '../dashboard/waiting.queries.ts';

export type Items = ExpressionBuilder<Database, 'item_row'>;
export type Condition = Expression<SqlBool>;

/** What the rows of a list must fulfil; the row policy stands beside it. */
export function conditionsOf(
  items: Items,
  request: ItemListRequest,
  standing: Standing,
  scope: DataScope,
  days: Days,
  found: readonly number[] | undefined,
): Condition[] {
  const { storeId, rmaId, trackingNumber, warranty, hasPictures, waiver, hold, customerId } = request;
  const list: (Condition | undefined)[] = [
    scope.kind === 'store' ? ofShop(items, scope.siteId, request, standing) : undefined,
    standing.isForOthers === true ? waitsAsGuest : undefined,
    standing.statuses && inStatuses(standing.statuses, standing.door),
    standing.enteredBefore && items('status_entered_at', '<=', standing.enteredBefore),
    standing.calls && toCall(standing.calls),
    standing.loan && lentOut(standing.loan),
    standing.expected && expectedAs(standing.expected),
    standing.pastTarget && isPastTarget(standing.pastTarget.stages, standing.pastTarget.at),
    found && anyOf('id', found),
    storeId === undefined ? undefined : items('store_id', '=', storeId),
    placeOf(request),
    request.collect && collectedBy(request.collect),
    rmaId === undefined ? undefined : items('rma_id', '=', rmaId),
    request.reference === undefined ? undefined : ofDeposit(items, request.reference),
    trackingNumber === undefined ? undefined : inPackage(items, trackingNumber),
    days.from && items('created_at', '>=', days.from),
    days.until && items('created_at', '<', days.until),
    warranty === undefined ? undefined : items('is_under_warranty', '=', warranty === 'in'),
    hasPictures === undefined ? undefined : items('image_count', hasPictures ? '>' : '=', 0),
    waiver === undefined ? undefined : waivedAs(items, waiver),
    hold && heldBy(hold),
    customerId === undefined ? undefined : ofCustomer(items, customerId),
  ];
  return list.filter((condition) => condition !== undefined);
}

/** What waits for a stage there, or all that stands there. */
function placeOf({ waiting, siteId }: ItemListRequest): Condition | undefined {
  if (waiting !== undefined) return waitsFor(waiting, siteId);
  return siteId === undefined ? undefined : standsAt(siteId);
}

/**
 * Its own pieces, wherever they are; what lies there and is collected at another shop; or what it hands over, and whom it calls,
 * whichever shop took the piece in (product/identity.md §6).
 */
function ofShop(items: Items, shop: number, request: ItemListRequest, standing: Standing): Condition {
  const here = items('custody_site', '=', shop);
  const own = items('store_id', '=', shop);
  if (request.guests === 'only') {
    return items.and([here, items(items.fn.coalesce('collect_shop', 'store_id'), '<>', shop)]);
  }
  if (request.guests === 'included') return items.or([own, items.and([waitsAsGuest, here])]);
  return standing.isForOthers === true || standing.calls !== undefined ? here : own;
}

/** Spelt as the partial index is (migrations/0100_guests_for_pickup.sql). */
const waitsAsGuest = sql<SqlBool>`(item_row.status = ${sql.lit(Status.ShopReceived)} and item_row.collect_shop = item_row.custody_site)`;

/** What waits in a shop, or travels, as tiles count it (`countedStatus` of dashboard/counted-item.projection.ts). */
function inStatuses(statuses: readonly number[], door: Standing['door']): Condition {
  const standing = anyOf('status', statuses);
  if (door === undefined) return standing;
  return door === 'with'
    ? sql<SqlBool>`(${standing} or ${toClient})`
    : sql<SqlBool>`(${standing} and not ${toClient})`;
}

const toClient = sql<SqlBool>`(item_row.status = ${sql.lit(Status.ShopReceived)} and item_row.custody_from is not null and item_row.custody_to is null)`;

/** As `choiceOf` of the domain: what was chosen, else what the deposit says. */
const collectedBy = (kind: CollectionKind): Condition =>
  sql<SqlBool>`coalesce(item_row.collect_kind, case item_row.delivery when 'client' then 'delivery' else 'shop' end) = ${kind}`;

const anyOf = (column: 'status' | 'id', values: readonly number[]): Condition =>
  sql<SqlBool>`item_row.${sql.ref(column)} = any (${[...values]}::bigint[])`;

/** Spelt as the partial indexes are (migrations/0014_items.sql). */
const toCall = (calls: NonNullable<Standing['calls']>): Condition =>
  calls === 'due' ? sql<SqlBool>`item_row.to_call` : sql<SqlBool>`item_row.call_escalated`;

/** Spelt as the partial index is (migrations/0099_loans.sql). Overdue on the calendar of the piece's shop. */
const lentOut = ({ kind, at }: NonNullable<Standing['loan']>): Condition =>
  kind === 'out'
    ? sql<SqlBool>`item_row.loan_due is not null`
    : sql<SqlBool>`item_row.loan_due is not null and item_row.loan_due < (
        select (${at}::timestamptz at time zone lender.time_zone)::date from sites lender
         where lender.id = item_row.store_id)`;

/** Days on the calendar of the piece's shop; the bound that is the same for all of them is what the index is read by. */
const expectedAs = ({ kind, at }: NonNullable<Standing['expected']>): Condition => {
  const [from, to] = kind === 'late' ? [-FOREVER_DAYS, -1] : [0, NEAR_DAYS];
  const bound = addDays(at.toISOString().slice(0, 10), to + 1);
  return sql<SqlBool>`item_row.expected_latest <= ${bound}::date
    and item_row.expected_latest - (select (${at}::timestamptz at time zone shop.time_zone)::date from sites shop
      where shop.id = item_row.store_id) between ${from}::integer and ${to}::integer`;
};
const FOREVER_DAYS = 1_000_000;

/** Spelt as the partial indexes are (migrations/0014_items.sql): few items are under a hold, or ask for anything to be waived. */
const heldBy = (hold: HoldFilter): Condition =>
  hold === 'any'
    ? sql<SqlBool>`item_row.holds <> '{}'`
    : sql<SqlBool>`item_row.holds <> '{}' and item_row.holds @> ${[hold]}::text[]`;

const waivedAs = (items: Items, waiver: number): Condition =>
  waiver === 0 ? items('waiver', '=', 0) : sql<SqlBool>`item_row.waiver <> 0 and item_row.waiver = ${waiver}`;

const ofDeposit = (items: Items, reference: string): Condition =>
  items('rma_id', 'in', items.selectFrom('rma_row').select('id').where('public_reference', '=', reference));

/** Whatever this customer has brought to a shop that the caller sees. */
const ofCustomer = (items: Items, customerId: number): Condition =>
  items(
    'rma_id',
    'in',
    items.selectFrom('rma_row').select('id').where('customer_ref', '=', `customer-${customerId}`),
  );

/** Bound to a package of this number now, or carried by it once. */
function inPackage(items: Items, trackingNumber: string): Condition {
  const packages = items
    .selectFrom('shipment_row')
    .select(sql<number>`unnest(item_ids)`.as('item_id'))
    .where('tracking_key', '=', codeKey(trackingNumber));
  return items('id', 'in', packages);
}

export interface Days {
  readonly from: Date | undefined;
  readonly until: Date | undefined;
}

/**
 * From midnight to midnight where the asker stands: their site's time zone, UTC for those who stand nowhere. Asked
 * beforehand, since an index is only used for moments that the planner knows.
 */
export async function daysOf(
  trx: Kysely<Database>,
  { from, to }: ItemListRequest,
  scope: DataScope,
): Promise<Days> {
  if (from === undefined && to === undefined) return { from: undefined, until: undefined };
  const site = 'siteId' in scope ? scope.siteId : 0;
  const { rows } = await sql<{ from: Date | null; until: Date | null }>`
    select ${from ?? null}::date::timestamp at time zone zone.name as from,
           (${to ?? null}::date + 1)::timestamp at time zone zone.name as until
      from (select coalesce((select time_zone from sites where id = ${site}), 'UTC') as name) zone`.execute(
    trx,
  );
  return { from: rows[0]?.from ?? undefined, until: rows[0]?.until ?? undefined };
}
