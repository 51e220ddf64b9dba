import type { SiteView } from '@atelier/contracts/reference/schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../lib/api/client.ts';

/** Shops, warehouses and factories by name: one reading for every screen that offers or names them. */
export const sitesQuery = () =>
  queryOptions({
    queryKey: ['reference', 'sites'],
    queryFn: ({ signal }) => read<SiteView[]>('/site/list', {}, { signal }),
    staleTime: 60_000,
  });
