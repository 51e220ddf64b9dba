import type { DashboardStats } from '@atelier/contracts/dashboard/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useHandler } from '@atelier/ui/hooks/use-handler.ts';
import { read } from '../../lib/api/client.ts';
import { scopeTopics } from '../../live/scope-topics.ts';
import { readCounters, useCounters } from '../../live/use-counters.ts';
import { useOptionalSession } from '../../lib/session/use-session.ts';
import { useFlip } from '../../lib/time/use-now.ts';

const QUERY_KEY = ['dashboard', 'stats'];

/**
 * Counters of the person's own store or site, live, for the dashboard's tiles and the sidebar's counts: changed by events,
 * and read again at the moment at which the clock alone changes one.
 */
export function useDashboardStats(enabled = true) {
  const site = useOptionalSession()?.view.site;
  const [topic] = enabled ? scopeTopics(site) : [];
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => readCounters(topic, () => read('/dashboard/stats', {}, { signal })),
    staleTime: 60_000,
    enabled,
  });
  const counters = useCounters(topic, QUERY_KEY) as DashboardStats | undefined;
  const stats = query.data && (counters ?? query.data.data);
  useFlip(
    stats?.next_flip_at,
    useHandler(() => void query.refetch()),
  );
  return { query, stats };
}
