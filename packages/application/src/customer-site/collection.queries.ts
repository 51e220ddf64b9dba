import type { Day, Instant, RmaId, SiteId } from '@atelier/domain/kernel.ts';
import type { Policy } from '@atelier/domain/policy.ts';
import { mayChoose } from '@atelier/domain/repair/collection/collection.ts';
import {
  offeredDays,
  pickupsPerSlotOf,
  withoutFull,
  type TakenSlots,
} from '@atelier/domain/repair/collection/slots.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import type { CustomerCollection } from '@atelier/contracts/customer-site/collection-schema.ts';
import type { SiteView } from '@atelier/contracts/reference/schema.ts';
import { inScope, type AppDb } from '../platform/database.ts';
import { checkDelivery } from '../reference/delivery.queries.ts';
import { findTakenSlots } from '../repair/pickup-slots.queries.ts';
import type { StatusRow } from './customer-status-rows.queries.ts';

export interface CollectionReader {
  readonly db: AppDb;
  readonly sites: readonly SiteView[];
  readonly policy: Policy;
  readonly now: Instant;
  /** A code of the customer's page as a picture. */
  readonly codeOf: (reference: string) => string;
}

/** What the holder of a link may decide about a piece; null for an erased person and once it has left (product/repair.md §20). */
export async function describeCollection(
  row: StatusRow,
  reader: CollectionReader,
): Promise<CustomerCollection | null> {
  const canChange = row.fullname !== '' && !row.cancelled && mayChoose(standingOf(row));
  if (!canChange && row.collect_kind === null) return null;
  if (row.fullname === '' || row.cancelled || row.rank > READY_RANK) return null;
  const pickupShop = row.collect_shop ?? row.store_id;
  const isHere = isWaiting(row) && (row.custody_site === pickupShop || row.custody_site === row.store_id);
  return {
    kind: row.collect_kind ?? (row.delivery === 'client' ? 'delivery' : 'shop'),
    shop_id: row.collect_shop,
    can_change: canChange,
    shops: canChange ? shopsBeside(row, reader.sites) : [],
    delivery: canChange ? await deliveryOf(row, reader) : null,
    is_ready: isHere,
    code: isHere ? reader.codeOf(row.public_reference) : '',
    booking: bookingOf(row),
    days: isHere && canChange ? await daysAt(row, reader) : [],
  };
}

const READY_RANK = 18;

const standingOf = (row: StatusRow) => ({
  status: row.status,
  isTravelling: row.custody_kind === 'shipment',
  travelsTo: row.custody_to,
});

/** No time is offered for a piece that may not leave the shop. */
const isWaiting = ({ status, custody_kind: kind, holds }: StatusRow): boolean =>
  status === Status.ShopReceived &&
  kind === 'site' &&
  !holds.some((hold) => hold === 'missing' || hold === 'dispute');

/** The other shops of the same country, by name. */
function shopsBeside(row: StatusRow, sites: readonly SiteView[]): CustomerCollection['shops'] {
  const home = sites.find(({ id }) => id === row.store_id);
  return sites
    .filter(
      (site) => site.kind === 'shop' && site.id !== row.store_id && site.country_code === home?.country_code,
    )
    .map(({ id, name, city }) => ({ id, name, city }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** To the deposit's own address, where `POST /check/deliver/type` allows it, for its fee. */
async function deliveryOf(
  row: StatusRow,
  { db, policy }: CollectionReader,
): Promise<CustomerCollection['delivery']> {
  if (row.rma_address === '' || row.country === '') return null;
  const asked = { items: [row.id], country: row.country, type: 'client' } as const;
  const check = await checkDelivery(db, { kind: 'all' }, asked, policy);
  return check?.allowed === true ? { fee: check.fee, currency: check.currency } : null;
}

function bookingOf({ pickup_day: day, pickup_from: from, pickup_to: to }: StatusRow) {
  return day === null || from === null || to === null ? null : { day, from, to };
}

/** The times that are free; the client's own booking takes none of them. */
async function daysAt(row: StatusRow, { db, sites, now, policy }: CollectionReader) {
  const shop = sites.find(({ id }) => id === row.custody_site);
  if (shop === undefined) return [];
  const days = offeredDays({ hours: shop.opening_hours, timeZone: shop.time_zone }, now, policy);
  const most = pickupsPerSlotOf(shop, policy);
  const taken = await takenAt(db, most, { siteId: shop.id, from: days[0]?.day, rmaId: row.rma_id });
  const free = withoutFull(days, taken, most);
  return free.map(({ day, slots }) => ({ day, slots: slots.map((slot) => ({ ...slot })) }));
}

interface Asked {
  readonly siteId: SiteId;
  readonly from: Day | undefined;
  readonly rmaId: RmaId;
}

async function takenAt(db: AppDb, most: number, { siteId, from, rmaId }: Asked): Promise<TakenSlots> {
  if (most === 0 || from === undefined) return new Map();
  return inScope(db, { kind: 'all' }, (trx) => findTakenSlots(trx, siteId, from, rmaId));
}
