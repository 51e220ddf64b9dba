import { readQuery } from '../../lib/api/read-query.ts';
import { HOUR_MS } from '@atelier/domain/kernel.ts';

/** The countries there are: one reading for every screen that offers them. */
export const countriesQuery = () =>
  readQuery(['reference', 'countries'], '/get_all_country', {}, { staleTime: HOUR_MS });
