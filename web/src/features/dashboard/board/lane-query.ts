import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { read } from '../../../lib/api/client.ts';
import { useLiveList } from '../../../live/use-live.ts';

/** As many cards as the server gives at once; a lane with more says how many more. */
const LANE_SIZE = 200;

export const laneQuery = (siteId: number, status: number) =>
  queryOptions({
    queryKey: ['dashboard', 'lane', siteId, status],
    queryFn: ({ signal }) =>
      read<ItemView[]>(
        `/operationrmabystatus/${status}`,
        { site_id: siteId, sort: 'entered', page_size: LANE_SIZE },
        { signal },
      ),
  });

const byEntry = (a: ItemView, b: ItemView): number =>
  a.status_entered_at.localeCompare(b.status_entered_at) || a.id - b.id;

/** The pieces at one stage of a site, the longest there first; they come and go by themselves. */
export function useLane(siteId: number, status: number) {
  const options = laneQuery(siteId, status);
  const query = useQuery({
    ...options,
    refetchInterval: ({ state }) => (state.status === 'error' ? 10_000 : false),
  });
  useLiveList<ItemView>({
    queryKey: options.queryKey,
    topics: [`stage:${siteId}:${status}`],
    kind: 'item',
    accepts: (row) => row.rma_status_id === status,
    compare: byEntry,
  });
  return query;
}
