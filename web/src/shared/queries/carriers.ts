import { readQuery } from '../../lib/api/read-query.ts';

export const carriersQuery = () =>
  readQuery(['reference', 'carriers'], '/carrier/list', {}, { staleTime: 3_600_000 });
