import { useQuery } from '@tanstack/react-query';
import { useLiveRefresh } from '../../live/use-live.ts';
import { boardQuery } from '../../shared/queries/board.ts';
import { useDashboardStats } from '../../shared/queries/dashboard-stats.ts';
import { useWaivers } from '../../shared/queries/waivers.ts';
import { useSession } from '../../lib/session/use-session.ts';
import type { NavGroup, NavItem } from './nav-group.ts';

/** Beside the live changes, for what the clock alone changes. */
const BOARD_EVERY_MS = 60_000;
/** A busy factory scans every second; the counts in the sidebar need not. */
const BOARD_AT_MOST_EVERY_MS = 4000;

/** How much work lies behind each item of the sidebar: of a stage, the number of its lane on the board. Undefined while it is not known. */
export function useNavCounts(groups: readonly NavGroup[]): (item: NavItem) => number | undefined {
  const { site } = useSession().view;
  const wanted = groups.flatMap((group) => group.items.flatMap((item) => item.count ?? []));
  const { stats } = useDashboardStats(wanted.some((count) => 'stat' in count));
  const withStages = site !== null && site.kind !== 'shop' && wanted.some((count) => 'status' in count);
  useLiveRefresh(
    boardQuery(site?.id ?? 0).queryKey,
    withStages ? [`site:${site.id}`] : [],
    BOARD_AT_MOST_EVERY_MS,
  );
  const board = useQuery({
    ...boardQuery(site?.id ?? 0),
    enabled: withStages,
    refetchInterval: BOARD_EVERY_MS,
  }).data?.data;
  const hasInbox = wanted.some((count) => 'inbox' in count);
  const waivers = useWaivers({ isWanted: hasInbox, isWatched: false }).data?.total;
  return ({ count }) => {
    if (!count) return undefined;
    if ('inbox' in count) return waivers;
    // A stage that the board does not show counts what waits for it.
    if ('status' in count)
      return (
        board && [...board.columns, ...board.waiting].find((at) => at.rma_status_id === count.status)?.count
      );
    const value = stats?.[count.stat];
    return typeof value === 'number' ? value : undefined;
  };
}
