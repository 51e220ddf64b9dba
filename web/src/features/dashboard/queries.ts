import type { ItemView } from '@atelier/contracts/rma/schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../lib/api/client.ts';
import { readRows } from '../../live/rows.ts';
import type { WeekRow } from './week-row.ts';

/** As many cards as the server gives at once; a lane with more says how many more. */
const LANE_SIZE = 200;

/** The pieces at one stage of a site, as ids into the live rows. */
export const laneQuery = (siteId: number, status: number) =>
  queryOptions({
    queryKey: ['dashboard', 'lane', siteId, status],
    queryFn: ({ signal }) =>
      readRows('item', () =>
        read<ItemView[]>(
          `/operationrmabystatus/${status}`,
          { site_id: siteId, sort: 'entered', page_size: LANE_SIZE },
          { signal },
        ),
      ),
  });

export const MOST_WAITING = 20;

/** The longest waiting pieces of a shop's bucket, as ids into the live rows. */
export const waitingQuery = (bucket: string) =>
  queryOptions({
    queryKey: ['dashboard', 'waiting', bucket],
    queryFn: ({ signal }) =>
      readRows('item', () =>
        read<ItemView[]>('/rma', { bucket, sort: 'entered', page_size: MOST_WAITING }, { signal }),
      ),
  });

/** What was created in each of the last twelve weeks. */
export const weeksQuery = () =>
  queryOptions({
    queryKey: ['dashboard', 'create_history'],
    queryFn: ({ signal }) => read<WeekRow[]>('/dashboard/create_history', {}, { signal }),
  });
