import { readQuery } from '../../../lib/api/read-query.ts';

export const capacityQuery = (siteId: number) =>
  readQuery(['insight', 'capacity', siteId], '/insight/capacity', { site_id: siteId });
