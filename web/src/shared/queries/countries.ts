import { HOUR_MS } from '@atelier/domain/kernel.ts';
import type { CountryView } from '@atelier/contracts/reference/schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../lib/api/client.ts';

/** The countries there are: one reading for every screen that offers them. */
export const countriesQuery = () =>
  queryOptions({
    queryKey: ['reference', 'countries'],
    queryFn: ({ signal }) => read<CountryView[]>('/get_all_country', {}, { signal }),
    staleTime: HOUR_MS,
  });
