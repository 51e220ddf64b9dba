import type { BoardColumn } from '@atelier/contracts/dashboard/schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../lib/api/client.ts';

export interface Board {
  site: { id: number; name: string };
  columns: BoardColumn[];
  /** The work waiting at each stage, as its bench lists it. */
  waiting: { rma_status_id: number; count: number }[];
  position: number;
}

/** The stages of a site with their counts, limits and oldest pieces. */
export const boardQuery = (siteId: number) =>
  queryOptions({
    queryKey: ['dashboard', 'board', siteId],
    queryFn: ({ signal }) => read<Board>('/dashboard/board', { site_id: siteId }, { signal }),
    staleTime: 15_000,
  });
