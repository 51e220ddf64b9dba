import { CUSTOMER_SEARCH_LENGTH } from '@atelier/domain/reference/contract.ts';
import { queryOptions } from '@tanstack/react-query';
import { command } from '../../lib/api/client.ts';
import { MINUTE_MS } from '@atelier/domain/kernel.ts';
import { readQuery } from '../../lib/api/read-query.ts';

/** What the catalogue knows of a SKU. */
export const productQuery = (sku: string) =>
  readQuery(
    ['reference', 'product', sku],
    '/getwsproduct',
    { sku },
    { staleTime: 60 * MINUTE_MS, retry: false },
  );

/** The record of a customer with what this shop sold them. */
export const customerRecordQuery = (id: number) =>
  readQuery(['reference', 'customer', id], '/customer/record', { customer_id: id }, { timeout: 'general' });

const REPAIRS_SHOWN = 50;

/** What a customer has brought to this shop, the newest first; read each time, since no frame brings it. */
export const customerRepairsQuery = (id: number) =>
  readQuery(
    ['rma', 'of-customer', id],
    '/rmalist',
    { customer_id: id, page_size: REPAIRS_SHOWN },
    { timeout: 'general', staleTime: 0 },
  );

/** `POST /search_contact`: by body, so that names never stand in an address. */
export const clientsQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['reference', 'contacts', keyword],
    queryFn: ({ signal }) =>
      command({ path: '/search_contact', body: { keyword }, signal, timeout: 'general' }),
    enabled: keyword.length >= CUSTOMER_SEARCH_LENGTH.least,
    placeholderData: (previous) => (keyword.length >= CUSTOMER_SEARCH_LENGTH.least ? previous : undefined),
    staleTime: 60_000,
  });
