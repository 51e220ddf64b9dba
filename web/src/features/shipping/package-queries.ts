import type { ItemView } from '@atelier/domain/rma/contract.ts';
import type { PackageView, ShipmentView } from '@atelier/domain/shipping/contract.ts';
import { queryOptions } from '@tanstack/react-query';
import { command, read } from '../../lib/api/client.ts';

/** What a packing page packs: 1 shop → warehouse from status 1, 2 factory → shop from 13 (product.md §11). */
export interface PackingKind {
  readonly orderType: 1 | 2;
  readonly from: 1 | 13;
  readonly sendPath: '/storepackage' | '/factorypackage';
}
export const FROM_SHOP: PackingKind = { orderType: 1, from: 1, sendPath: '/storepackage' };
export const FROM_FACTORY: PackingKind = { orderType: 2, from: 13, sendPath: '/factorypackage' };

export interface PackagePrice {
  readonly currency: string;
  readonly lines: readonly {
    readonly item_id: number;
    readonly number: string;
    readonly product_name: string;
    readonly quantity: 1;
    readonly amount: number;
  }[];
  readonly total: number;
}

/** The package of a tracking number; its shipment is null while nobody has begun it. Without pieces the call only reads. */
export const packageQuery = (tracking: string) =>
  queryOptions({
    queryKey: ['shipping', 'package', tracking],
    queryFn: async ({ signal }) =>
      (await command<PackageView>({ path: '/rma/packagelist', body: { rma_tracking: tracking }, signal }))
        .data,
  });

export const priceQuery = (tracking: string, orderType: number) =>
  queryOptions({
    queryKey: ['shipping', 'price', tracking],
    queryFn: ({ signal }) =>
      read<PackagePrice>('/packageprice', { tracking_no: tracking, order_type: orderType }, { signal }),
    retry: false,
  });

const MOST_CANDIDATES = 200;

/** Pieces at this site that a package of this kind takes, the longest waiting first. */
export const candidatesQuery = (kind: PackingKind, siteId: number) =>
  queryOptions({
    queryKey: ['shipping', 'candidates', kind.from, siteId],
    queryFn: ({ signal }) =>
      read<ItemView[]>(
        '/rmalist',
        { status: String(kind.from), site_id: siteId, sort: 'entered', page_size: MOST_CANDIDATES },
        { signal },
      ),
  });

export const outboundQuery = () =>
  queryOptions({
    queryKey: ['shipping', 'packages', 'outbound'],
    queryFn: ({ signal }) =>
      read<ShipmentView[]>('/packages', { direction: 'outbound', page_size: 30 }, { signal }),
  });
