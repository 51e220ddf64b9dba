import type { DashboardStats } from '@atelier/domain/dashboard/schema.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { ApiResponse } from '../../lib/api/client.ts';
import { read } from '../../lib/api/client.ts';
import type { LiveChange } from '../../live/keyed-store.ts';
import { bindLive } from '../../live/live.ts';
import { useTopics } from '../../live/use-live.ts';
import { useOptionalSession } from '../../lib/session/use-session.ts';
import { useFlip } from '../../lib/time/use-now.ts';

/** Counters of the person's own store or site: one reading for the dashboard's tiles and the sidebar's counts. */
export const dashboardStatsQuery = () =>
  queryOptions({
    queryKey: ['dashboard', 'stats'],
    queryFn: ({ signal }) => read<DashboardStats>('/dashboard/stats', {}, { signal }),
    staleTime: 60_000,
  });

type StatsAnswer = ApiResponse<DashboardStats>;

/** Counters from a change laid over the answer; older ones (by position) change nothing. */
export function patchStats(cached: StatsAnswer, change: Pick<LiveChange, 'counters'>): StatsAnswer {
  const counters = change.counters as Partial<DashboardStats> | undefined;
  if (!counters || (counters.position ?? 0) < cached.data.position) return cached;
  return { ...cached, data: { ...cached.data, ...counters } };
}

/** The counters, live: changed by events, and read again at the moment at which the clock alone changes one. */
export function useDashboardStats(enabled = true) {
  const client = useQueryClient();
  const site = useOptionalSession()?.view.site;
  const topic = site ? `${site.kind === 'shop' ? 'store' : 'site'}:${site.id}` : '';
  const query = useQuery({ ...dashboardStatsQuery(), enabled });
  useTopics(enabled && topic ? [topic] : []);
  useEffect(() => {
    if (!topic) return undefined;
    const { queryKey } = dashboardStatsQuery();
    return bindLive({
      queryKey,
      topics: [topic],
      patch: (cached, change) => patchStats(cached as StatsAnswer, change),
    });
  }, [topic]);
  const again = useCallback(() => void client.invalidateQueries(dashboardStatsQuery()), [client]);
  useFlip(query.data?.data.next_flip_at, again);
  return query;
}
