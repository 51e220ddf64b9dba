import { rowsQuery } from '../../shared/queries/rows-query.ts';
import { readQuery } from '../../lib/api/read-query.ts';
import { PAGE_ROWS } from '@atelier/domain/contract/limits.ts';

/** From these stages a piece may go to another factory (product/transfer.md §2). */
export const TRANSFER_FROM = [3, 17] as const;

export const basketQuery = () => readQuery(['transfer', 'basket'], '/sav/transfer_list');

export const neededQuery = () => readQuery(['transfer', 'needed'], '/sav/transfer_list', { needed: 1 });

const PACKAGES_SHOWN = 30;

export const packagesQuery = () =>
  rowsQuery('shipment', ['transfer', 'packages'], '/sav/transfer_package', { page_size: PACKAGES_SHOWN });

/** Pieces at this site that may go to another factory, the longest waiting first. */
export const candidatesQuery = (siteId: number) =>
  rowsQuery('item', ['transfer', 'candidates', siteId], '/rmalist', {
    status: TRANSFER_FROM.join(','),
    site_id: siteId,
    sort: 'entered',
    page_size: PAGE_ROWS.most,
  });
