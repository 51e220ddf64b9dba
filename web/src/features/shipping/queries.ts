import { rowsQuery } from '../../shared/queries/rows-query.ts';
import { readQuery } from '../../lib/api/read-query.ts';
import { PAGE_ROWS } from '@atelier/domain/contract/limits.ts';
import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { command } from '../../lib/api/client.ts';
import { Status } from '@atelier/domain/shared/status.ts';

/** Everything about packages, for a command: decided on the version one sees, and read again whatever came of it. */
export const SHIPPING = [['shipping']] as const;

/** What a package takes and how it leaves (product/shipping.md §2): order type, status of its pieces, the call that sends it. */
export interface PackingKind {
  readonly orderType: 1 | 2 | 4;
  readonly from: 1 | 13 | 15;
  readonly sendPath: '/storepackage' | '/factorypackage';
  readonly collect?: 'delivery';
}
const FROM_SHOP: PackingKind = { orderType: 1, from: Status.Created, sendPath: '/storepackage' };
const SHOP_TO_SHOP: PackingKind = { orderType: 4, from: Status.ShopReceived, sendPath: '/storepackage' };
/** What a client of this shop wants delivered; its kind is the other's, its end their door. */
const TO_DOOR: PackingKind = { ...SHOP_TO_SHOP, collect: 'delivery' };
const FROM_FACTORY: PackingKind = { orderType: 2, from: Status.RepairDone, sendPath: '/factorypackage' };

/** Where one may send from a page; the first is the usual one. */
export type PackingWay = 'workshop' | 'shop' | 'door' | 'store' | 'client';
export const KINDS: Readonly<Record<PackingWay, PackingKind>> = {
  workshop: FROM_SHOP,
  shop: SHOP_TO_SHOP,
  door: TO_DOOR,
  store: FROM_FACTORY,
  client: FROM_FACTORY,
};

/** The way a package that is there goes, among those of this page; undefined when it is none of them. */
export function wayOf(shipment: ShipmentView, ways: readonly PackingWay[]): PackingWay | undefined {
  return ways.find(
    (way) => KINDS[way].orderType === shipment.order_type && goesToClient(way) === shipment.to_client,
  );
}

export const goesToClient = (way: PackingWay): boolean => way === 'client' || way === 'door';

export const isOpen = ({ state }: ShipmentView): boolean => state === 'Draft' || state === 'Sealed';

/** The package of a tracking number; its shipment is null before it is begun. Without pieces the call only reads. */
export const packageQuery = (tracking: string) =>
  queryOptions({
    queryKey: ['shipping', 'package', tracking],
    queryFn: async ({ signal }) =>
      (await command({ path: '/rma/packagelist', body: { rma_tracking: tracking }, signal })).data,
  });

/** Whether a package may go, as of this version of it, without its pieces. */
export const packageStatusQuery = (tracking: string, version: number) =>
  readQuery(['shipping', 'status', tracking, version], '/packagestatus', { tracking_no: tracking });

/** Every version of a package's signature, the newest first. */
export const packageSignaturesQuery = (tracking: string, version: number) =>
  readQuery(['shipping', 'signatures', tracking, version], '/getSignature', { tracking_no: tracking });

/** Pieces at this site that a package of this kind takes, the longest waiting first. */
export const candidatesQuery = (kind: PackingKind, siteId: number) =>
  rowsQuery('item', ['shipping', 'candidates', kind.from, siteId, kind.collect ?? ''], '/rmalist', {
    status: String(kind.from),
    site_id: siteId,
    sort: 'entered',
    page_size: PAGE_ROWS.most,
    // What goes from shop to shop is never the shop's own.
    ...(kind.orderType === 4 && (kind.collect === undefined ? { guests: 'yes' } : { collect: kind.collect })),
  });

/** A package as it arrives, for both of its ends. */
export const receiptQuery = (tracking: string) =>
  readQuery(
    ['receiving', 'receipt', tracking],
    '/package/receipt',
    { tracking_no: tracking },
    { retry: false },
  );
