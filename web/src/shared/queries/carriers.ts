import type { CarrierView } from '@atelier/contracts/reference/schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../lib/api/client.ts';

export const carriersQuery = () =>
  queryOptions({
    queryKey: ['reference', 'carriers'],
    queryFn: ({ signal }) => read<CarrierView[]>('/carrier/list', {}, { signal }),
    staleTime: 3_600_000,
  });
