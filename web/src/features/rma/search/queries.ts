import { SEARCH_LENGTH } from '@atelier/domain/rma/contract.ts';
import { CUSTOMER_SEARCH_LENGTH } from '@atelier/domain/reference/contract.ts';
import type { ContactView, CustomerRecordView } from '@atelier/contracts/reference/schema.ts';
import type { ItemView } from '@atelier/contracts/rma/schema.ts';
import type { RmaSearchView } from '@atelier/contracts/rma/search-schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { command, read } from '../../../lib/api/client.ts';

const GENERAL = { timeout: 'general' } as const;

/** `GET /rma/search`: pieces by what matched. */
export const rmaSearchQuery = (q: string) =>
  queryOptions({
    queryKey: ['rma', 'search', q],
    queryFn: ({ signal }) => read<RmaSearchView>('/rma/search', { q }, { signal, ...GENERAL }),
    enabled: q.length >= SEARCH_LENGTH.least,
    placeholderData: (previous) => (q.length >= SEARCH_LENGTH.least ? previous : undefined),
  });

/** `POST /search_contact`: by body, so that names never stand in an address. */
export const clientsQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['reference', 'contacts', keyword],
    queryFn: ({ signal }) =>
      command<ContactView[]>({ path: '/search_contact', body: { keyword }, signal, ...GENERAL }),
    enabled: keyword.length >= CUSTOMER_SEARCH_LENGTH.least,
    placeholderData: (previous) => (keyword.length >= CUSTOMER_SEARCH_LENGTH.least ? previous : undefined),
    staleTime: 60_000,
  });

/** The record of a customer with what this shop sold them. */
export const clientRecordQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['reference', 'customer', customerId],
    queryFn: ({ signal }) =>
      read<CustomerRecordView>('/customer/record', { customer_id: customerId }, { signal, ...GENERAL }),
  });

const REPAIRS_SHOWN = 50;

/** What a customer has brought to this shop, the newest first. */
export const clientRepairsQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['rma', 'of-customer', customerId],
    queryFn: ({ signal }) =>
      read<ItemView[]>(
        '/rmalist',
        { customer_id: customerId, page_size: REPAIRS_SHOWN },
        { signal, ...GENERAL },
      ),
  });
