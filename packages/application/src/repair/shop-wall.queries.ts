import type { ShopWall, WallPickup } from '@atelier/contracts/dashboard/wall-schema.ts';
import { localDay } from '@atelier/domain/calendar.ts';
import { dueAt } from '@atelier/domain/dashboard/buckets.ts';
import type { Day } from '@atelier/domain/kernel.ts';
import type { Policy } from '@atelier/domain/policy.ts';
import { initialsOf } from '@atelier/domain/shared/initials.ts';
import { productImagePath } from '@atelier/domain/shared/product.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { callListOf, findWaitingClients, type WaitingClient } from './call-list.queries.ts';
import { standingOf } from '../repair-detail/item-view.queries.ts';
import { findItemRecords, type ItemRecord } from '../repair-detail/item-record.queries.ts';

/** Rows of a column: more than the largest wall holds. */
const MOST_ROWS = 40;

export interface ShopWallContext {
  readonly now: Date;
  readonly store: Pick<EventStore, 'readLoggedStreams'>;
  readonly policy: Pick<Policy, 'readyToShipOverMs' | 'waitingOverMs' | 'stages'>;
}

/** What hangs on a shop's wall (product/dashboard.md §5). Call inside `inScope`; undefined for a site that is no shop. */
export async function findShopWall(
  trx: Kysely<Database>,
  siteId: number,
  { now, store, policy }: ShopWallContext,
): Promise<ShopWall | undefined> {
  const site = await shopOf(trx, siteId);
  if (site === undefined) return undefined;
  const today = localDay(now.toISOString(), site.time_zone);
  const waiting = await findWaitingClients(trx, store, now.toISOString());
  const coming = waiting.map(({ client }) => client).filter(({ comesOn }) => comesOn === today);
  const { due } = callListOf(waiting);
  const packing = await readyToShip(trx, siteId);
  const called = due.slice(0, MOST_ROWS);
  const records = await recordsOf(trx, [
    ...coming.flatMap(({ itemIds }) => itemIds),
    ...called.flatMap(({ itemIds }) => itemIds.slice(0, 1)),
    ...packing.ids,
  ]);
  const times = await timesOf(
    trx,
    coming.flatMap(({ itemIds }) => itemIds),
    today,
  );
  const here = (ids: readonly number[]) =>
    ids.flatMap((id) => records.get(id) ?? []).filter((record) => isHere(record, siteId));
  const pickups = coming
    .flatMap((client) =>
      here(client.itemIds).map((record) => pickupOf(client, record, times.get(record.id) ?? null)),
    )
    .toSorted(byTime);
  return {
    site,
    today,
    pickups: { total: pickups.length, rows: pickups.slice(0, MOST_ROWS) },
    pack: { total: packing.total, rows: here(packing.ids).map((record) => packingOf(record, policy)) },
    calls: {
      total: due.length,
      rows: called.flatMap((client) =>
        here(client.itemIds.slice(0, 1)).map((record) => callOf(client, record, policy)),
      ),
    },
    arriving: await onTheirWay(trx, siteId),
  };
}

/** Its own, or kept for the client of another shop. */
const isHere = (record: ItemRecord, siteId: number): boolean =>
  record.custody_site === siteId && (record.store_id === siteId || record.collect_shop === siteId);

const shopOf = (trx: Kysely<Database>, siteId: number) =>
  trx
    .selectFrom('sites')
    .select(['id', 'name', 'time_zone'])
    .where('id', '=', siteId)
    .where('kind', '=', 'shop')
    .executeTakeFirst();

/** When the pieces that are booked for a day are collected; a day that was only agreed on has no time. */
async function timesOf(
  trx: Kysely<Database>,
  ids: readonly number[],
  day: Day,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; from: string }>`
    select id, pickup_from as "from" from item_row
     where id = any (${ids}::bigint[]) and pickup_day = ${day} and pickup_from is not null`.execute(trx);
  return new Map(rows.map(({ id, from }) => [id, from]));
}

async function recordsOf(
  trx: Kysely<Database>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ItemRecord>> {
  const records = await findItemRecords(trx, [...new Set(ids)]);
  return new Map(records.map((record) => [record.id, record]));
}

async function readyToShip(trx: Kysely<Database>, siteId: number) {
  const { rows } = await sql<{ id: number; total: number }>`
    select id, (count(*) over ())::integer as total from item_row
     where status = ${Status.Created} and store_id = ${siteId}
     order by status_entered_at, id limit ${MOST_ROWS}`.execute(trx);
  return { total: rows[0]?.total ?? 0, ids: rows.map(({ id }) => id) };
}

/** Sent to this shop and not received. No carrier tells us when they arrive. */
async function onTheirWay(trx: Kysely<Database>, siteId: number): Promise<ShopWall['arriving']> {
  const { rows } = await sql<{
    id: number;
    tracking_number: string;
    origin: string;
    pieces: number;
    sent_at: Date;
    total: number;
  }>`
    select p.id, p.tracking_number, s.name as origin, p.item_count as pieces, p.sent_at,
           (count(*) over ())::integer as total
      from shipment_row p join sites s on s.id = p.origin
     where p.destination = ${siteId} and p.sent_at is not null and p.received_at is null and p.closed_at is null
     order by p.sent_at, p.id limit ${MOST_ROWS}`.execute(trx);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ id, tracking_number, origin, pieces, sent_at }) => ({
      id,
      tracking_number,
      from: origin,
      pieces,
      sent_at: sent_at.toISOString(),
    })),
  };
}

const pieceOf = (record: ItemRecord) => ({
  id: record.id,
  number: record.number,
  kind: record.product_kind,
  image: productImagePath(record.sku),
});

const momentsOf = (record: ItemRecord, policy: ShopWallContext['policy']) => {
  const entered = record.status_entered_at.toISOString();
  return {
    status_entered_at: entered,
    due_at: dueAt(standingOf(record), policy),
  };
};

const initialsIn = ({ contact }: WaitingClient): string => initialsOf(contact.firstname, contact.lastname);

function pickupOf(client: WaitingClient, record: ItemRecord, from: string | null): WallPickup {
  const { storage_safe: safe, storage_tray: tray } = record;
  return {
    ...pieceOf(record),
    initials: initialsIn(client),
    from,
    fee_open: record.fee_open,
    currency: record.fee_currency,
    fee: feeOf(record),
    storage: safe === null || tray === null ? null : { safe, tray },
  };
}

function feeOf(record: ItemRecord): WallPickup['fee'] {
  if (record.fee_open > 0) return 'open';
  if (!record.fee_settled) return 'missing';
  return record.fee_paid_amount > 0 ? 'paid' : 'free';
}

/** The earliest first; without a time at the end. */
function byTime(one: WallPickup, other: WallPickup): number {
  if (one.from === other.from) return one.number < other.number ? -1 : 1;
  if (one.from === null) return 1;
  if (other.from === null) return -1;
  return one.from < other.from ? -1 : 1;
}

const packingOf = (record: ItemRecord, policy: ShopWallContext['policy']) => ({
  ...pieceOf(record),
  name: record.product_name,
  ...momentsOf(record, policy),
});

const callOf = (client: WaitingClient, record: ItemRecord, policy: ShopWallContext['policy']) => ({
  ...pieceOf(record),
  initials: initialsIn(client),
  language: client.contact.language,
  ...momentsOf(record, policy),
});
