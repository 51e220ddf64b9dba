import { readQuery } from '../../lib/api/read-query.ts';

/** Shops, warehouses and factories by name: one reading for every screen that offers or names them. */
export const sitesQuery = () => readQuery(['reference', 'sites'], '/site/list', {}, { staleTime: 60_000 });
