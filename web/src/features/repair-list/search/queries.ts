import { readQuery } from '../../../lib/api/read-query.ts';
import { SEARCH_LENGTH } from '@atelier/domain/repair-list/contract.ts';
import { CUSTOMER_SEARCH_LENGTH } from '@atelier/domain/reference/contract.ts';
import { queryOptions } from '@tanstack/react-query';
import { command } from '../../../lib/api/client.ts';

const GENERAL = { timeout: 'general' } as const;

/** `GET /rma/search`: pieces by what matched. */
export const rmaSearchQuery = (q: string) =>
  readQuery(
    ['rma', 'search', q],
    '/rma/search',
    { q },
    {
      ...GENERAL,
      enabled: q.length >= SEARCH_LENGTH.least,
      placeholderData: (previous) => (q.length >= SEARCH_LENGTH.least ? previous : undefined),
    },
  );

/** `POST /search_contact`: by body, so that names never stand in an address. */
export const clientsQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['reference', 'contacts', keyword],
    queryFn: ({ signal }) => command({ path: '/search_contact', body: { keyword }, signal, ...GENERAL }),
    enabled: keyword.length >= CUSTOMER_SEARCH_LENGTH.least,
    placeholderData: (previous) => (keyword.length >= CUSTOMER_SEARCH_LENGTH.least ? previous : undefined),
    staleTime: 60_000,
  });
