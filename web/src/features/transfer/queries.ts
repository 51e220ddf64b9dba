import { PAGE_ROWS } from '@atelier/domain/contract/limits.ts';
import type { ItemView } from '@atelier/contracts/rma/schema.ts';
import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import type { TransferRow } from '@atelier/contracts/transfer/schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../lib/api/client.ts';
import { readRows } from '../../live/rows.ts';

/** From these stages a piece may go to another factory (product/transfer.md §2). */
export const TRANSFER_FROM = [3, 17] as const;

export const basketQuery = () =>
  queryOptions({
    queryKey: ['transfer', 'basket'],
    queryFn: ({ signal }) => read<TransferRow[]>('/sav/transfer_list', {}, { signal }),
  });

export const neededQuery = () =>
  queryOptions({
    queryKey: ['transfer', 'needed'],
    queryFn: ({ signal }) => read<TransferRow[]>('/sav/transfer_list', { needed: 1 }, { signal }),
  });

const PACKAGES_SHOWN = 30;

export const packagesQuery = () =>
  queryOptions({
    queryKey: ['transfer', 'packages'],
    queryFn: ({ signal }) =>
      readRows('shipment', () =>
        read<ShipmentView[]>('/sav/transfer_package', { page_size: PACKAGES_SHOWN }, { signal }),
      ),
  });

/** Pieces at this site that may go to another factory, the longest waiting first. */
export const candidatesQuery = (siteId: number) =>
  queryOptions({
    queryKey: ['transfer', 'candidates', siteId],
    queryFn: ({ signal }) =>
      readRows('item', () =>
        read<ItemView[]>(
          '/rmalist',
          {
            status: TRANSFER_FROM.join(','),
            site_id: siteId,
            sort: 'entered',
            page_size: PAGE_ROWS.most,
          },
          { signal },
        ),
      ),
  });
