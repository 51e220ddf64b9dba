import {
  itemStream,
  shipmentStream,
  type ActorAtSite,
  type Instant,
  type ItemId,
} from '@atelier/domain/kernel.ts';
import { isShipmentEvent } from '@atelier/domain/personal-data.ts';
import type { SavCheckView, SavPieceView } from '@atelier/contracts/shipping/sav-check-schema.ts';
import type { ShipmentEvent, ShipmentSavChecked } from '@atelier/domain/shipping/events.ts';
import { awaitsSavCheck, isInbound } from '@atelier/domain/shipping/sav-check.ts';
import { Status, type StatusId } from '@atelier/domain/shared/status.ts';
import { sql, type Kysely } from 'kysely';
import { itemAggregate, shipmentAggregate } from '../aggregates.ts';
import { findNames } from '../shared/people.queries.ts';
import type { Database } from '../platform/database.ts';
import type { EventStore, LogEvent } from '@atelier/event-store/types.ts';
import { findShipmentRecord, findShipmentRecords, type ShipmentRecord } from './shipment-view.queries.ts';

export interface SavHistory {
  readonly record: ShipmentRecord;
  /** Pieces of the package now: the most a count may be. */
  readonly items: number;
  readonly itemIds: readonly ItemId[];
  /** Of the first piece; null while none arrived. */
  readonly arrivedAt: Instant | null;
  /** The newest first. */
  readonly checks: readonly SavCheckView[];
}

type Checked = ShipmentSavChecked['data'];

/** The events of a package, without those that cannot be decoded. */
const eventsOf = (logged: readonly LogEvent[] = []): readonly ShipmentEvent[] =>
  logged
    .flatMap((event) => ('data' in event ? { type: event.type, data: event.data } : []))
    .filter((event) => isShipmentEvent(event));

const arrivalsIn = (events: readonly ShipmentEvent[]): readonly Instant[] =>
  events.flatMap(({ type, data }) => (type === 'ShipmentItemReceived' ? data.at : []));

const checksIn = (events: readonly ShipmentEvent[]): readonly Checked[] =>
  events.flatMap(({ type, data }) => (type === 'ShipmentSavChecked' ? data : []));

/**
 * Every SAV check of an inbound package. Undefined when there is none of this number, it is not the caller's to see, or
 * it does not come in here; call inside `inScope`.
 */
export async function findSavChecks(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readStream'>,
  trackingNumber: string,
  actor: Pick<ActorAtSite, 'siteId'>,
): Promise<SavHistory | undefined> {
  const record = await findShipmentRecord(trx, trackingNumber);
  if (record === undefined) return undefined;
  const history = await store.readStream(shipmentStream(record.id));
  const shipment = shipmentAggregate.stateOf(history.events);
  if (shipment.kind === 'none' || !isInbound(shipment, actor)) return undefined;
  const events = eventsOf(history.events);
  const saved = checksIn(events);
  const names = await namesOf(trx, saved);
  const checks = saved.map((check) => ({
    wrong_reason: check.wrongReason,
    no_warranty: check.noWarranty,
    items: check.items,
    wrong_reason_items: check.wrongReasonItems ? [...check.wrongReasonItems] : null,
    no_warranty_items: check.noWarrantyItems ? [...check.noWarrantyItems] : null,
    by: names.get(check.by.userId ?? 0) ?? '',
    at: check.at,
  }));
  const itemIds = shipment.lines.map(({ itemId }) => itemId);
  const arrivedAt = arrivalsIn(events)[0] ?? null;
  return { record, items: itemIds.length, itemIds, arrivedAt, checks: checks.toReversed() };
}

async function namesOf(trx: Kysely<Database>, saved: readonly Checked[]) {
  const { users } = await findNames(
    trx,
    saved.flatMap(({ by }) => by.userId ?? []),
  );
  return users;
}

/** Where a piece lies between its arrival and its first bench. */
const BEFORE_BENCHES: readonly StatusId[] = [
  Status.ReceiveFromShop,
  Status.SAVCheckResult,
  Status.MCToCN,
  Status.IncomingCheck,
];
const MOST_WAITING = 200;
/** A check made today is of a package that was sent lately. */
const CHECKED_WITHIN_DAYS = 60;

export interface WaitingPackage {
  readonly record: ShipmentRecord;
  readonly arrivedAt: Instant;
}

export interface SavWaiting {
  /** The first arrived first, 200 at most. */
  readonly waiting: readonly WaitingPackage[];
  /** Packages checked on the site's calendar day. */
  readonly checkedToday: number;
}

/**
 * The packages that came in here and wait for their SAV check: a piece of them has arrived, has entered no bench, and no
 * check was made since (product/shipping.md §12). Call inside `inScope`.
 */
export async function findSavWaiting(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readLoggedStreams'>,
  { siteId, now }: { readonly siteId: number | null; readonly now: Instant },
): Promise<SavWaiting> {
  const recent = await recentInbound(trx, siteId, now);
  const histories = await store.readLoggedStreams(
    recent.map(({ id }) => shipmentStream(id)),
    ['ShipmentItemReceived', 'ShipmentSavChecked'],
  );
  const logged = recent.map((row) => {
    const events = eventsOf(histories.get(shipmentStream(row.id))?.events);
    return { ...row, arrivals: arrivalsIn(events), checks: checksIn(events).map(({ at }) => at) };
  });
  const due = logged.filter((row) => row.is_before_benches && awaitsSavCheck(row.arrivals, row.checks));
  const records = await findShipmentRecords(
    trx,
    due.map(({ id }) => id),
  );
  const arrivedAt = new Map(due.map(({ id, arrivals }) => [id, arrivals[0] ?? '']));
  const waiting = records
    .map((record) => ({ record, arrivedAt: arrivedAt.get(record.id) ?? '' }))
    .toSorted((a, b) => a.arrivedAt.localeCompare(b.arrivedAt) || a.record.id - b.record.id);
  const checkedToday = logged.filter((row) => row.checks.some((at) => Date.parse(at) >= row.today.getTime()));
  return { waiting: waiting.slice(0, MOST_WAITING), checkedToday: checkedToday.length };
}

interface RecentPackage {
  readonly id: number;
  readonly is_before_benches: boolean;
  /** When the calendar day began where it arrived. */
  readonly today: Date;
}

async function recentInbound(trx: Kysely<Database>, siteId: number | null, now: Instant) {
  const here = siteId === null ? sql`true` : sql`p.destination = ${siteId}`;
  const { rows } = await sql<RecentPackage>`
    select p.id, date_trunc('day', ${now}::timestamptz, s.time_zone) as today,
           exists (select from item_row i
                    where i.id = any (p.item_ids) and i.status = any (${[...BEFORE_BENCHES]})
                      and i.custody_kind = 'site' and i.custody_site = p.destination) as is_before_benches
      from shipment_row p join sites s on s.id = p.destination
     where ${here} and p.order_type in (1, 3) and p.received_count > 0 and p.state <> 'Cancelled'
       and p.sent_at > ${now}::timestamptz - make_interval(days => ${CHECKED_WITHIN_DAYS})
     order by p.id desc limit ${MOST_WAITING * 2}`.execute(trx);
  return rows;
}

/** What the checks of its packages said of one piece, the newest first; undefined when it is not the caller's to see. */
export async function findSavOfPiece(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readStream' | 'readLoggedStreams'>,
  itemId: number,
): Promise<SavPieceView[] | undefined> {
  const seen = await trx.selectFrom('item_row').select('id').where('id', '=', itemId).executeTakeFirst();
  if (seen === undefined) return undefined;
  const { events } = await store.readStream(itemStream(itemId));
  const item = itemAggregate.stateOf(events);
  if (item.kind !== 'item') return undefined;
  const legs = new Map(
    item.legs.travelled.map((leg) => [shipmentStream(leg.shipmentId), leg.trackingNumber]),
  );
  const histories = await store.readLoggedStreams([...legs.keys()], ['ShipmentSavChecked']);
  const said = [...legs].flatMap(([stream, tracking]) =>
    checksIn(eventsOf(histories.get(stream)?.events)).map((check) => ({ check, tracking })),
  );
  const ticked = said.filter(({ check }) => check.wrongReasonItems !== undefined);
  const names = await namesOf(
    trx,
    ticked.map(({ check }) => check),
  );
  return ticked
    .map(({ check, tracking }) => ({
      tracking_no: tracking,
      wrong_reason: check.wrongReasonItems?.includes(itemId) ?? false,
      no_warranty: check.noWarrantyItems?.includes(itemId) ?? false,
      by: names.get(check.by.userId ?? 0) ?? '',
      at: check.at,
    }))
    .toSorted((a, b) => b.at.localeCompare(a.at));
}
