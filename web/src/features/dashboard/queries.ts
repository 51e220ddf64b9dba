import { rowsQuery } from '../../shared/queries/rows-query.ts';
import type { DataOf, QueryOf } from '../../lib/api/calls.ts';
import { readQuery } from '../../lib/api/read-query.ts';

/** As many cards as the server gives at once; a lane with more says how many more. */
const LANE_SIZE = 200;

/** The pieces at one stage of a site, as ids into the live rows. */
export const laneQuery = (siteId: number, status: number) =>
  rowsQuery('item', ['dashboard', 'lane', siteId, status], `/operationrmabystatus/${status}`, {
    site_id: siteId,
    sort: 'expected',
    page_size: LANE_SIZE,
  });

export const MOST_WAITING = 20;

/** The longest waiting pieces of a shop's bucket, as ids into the live rows. */
export const waitingQuery = (bucket: QueryOf<'/rma'>['bucket']) =>
  rowsQuery('item', ['dashboard', 'waiting', bucket], '/rma', {
    bucket,
    sort: 'entered',
    page_size: MOST_WAITING,
  });

/** One week; `CreateWeek` is the ISO week. */
export type WeekRow = DataOf<'GET', '/dashboard/create_history'>[number];

/** What was created in each of the last twelve weeks. */
export const weeksQuery = () => readQuery(['dashboard', 'create_history'], '/dashboard/create_history');
