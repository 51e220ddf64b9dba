import { readQuery } from '../../lib/api/read-query.ts';

/** The stages of a site with their counts, limits and oldest pieces. */
export const boardQuery = (siteId: number) =>
  readQuery(['dashboard', 'board', siteId], '/dashboard/board', { site_id: siteId }, { staleTime: 15_000 });
