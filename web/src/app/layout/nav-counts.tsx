import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../lib/session/use-session.ts';
import { useLiveRefresh } from '../../live/use-live.ts';
import { boardQuery } from '../../shared/queries/board.ts';
import { useCallCount } from '../../shared/queries/call-list.ts';
import { useDashboardStats } from '../../shared/queries/dashboard-stats.ts';
import { useDiscrepancies } from '../../shared/queries/discrepancies.ts';
import { useWaivers } from '../../shared/queries/waivers.ts';
import type { NavGroup, NavItem } from './nav-group.ts';

/** Beside the live changes, for what the clock alone changes. */
const BOARD_EVERY_MS = 60_000;
/** A busy factory scans every second; the counts in the sidebar need not. */
const BOARD_AT_MOST_EVERY_MS = 4000;

/** How much work lies behind each item of the sidebar: of a stage, the number of its lane on the board. Undefined while it is not known. */
function useNavCounts(groups: readonly NavGroup[]): (item: NavItem) => number | undefined {
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
  const isWanted = (inbox: string) => wanted.some((count) => 'inbox' in count && count.inbox === inbox);
  const waivers = useWaivers({ isWanted: isWanted('waivers'), isWatched: false }).data?.total;
  const toCall = useCallCount(isWanted('calls'));
  const calls = toCall && toCall.due + toCall.texts;
  return ({ count }) => {
    if (!count) return undefined;
    if ('inbox' in count) return count.inbox === 'calls' ? calls : waivers;
    // A stage that the board does not show counts what waits for it.
    if ('status' in count)
      return (
        board && [...board.columns, ...board.waiting].find((at) => at.rma_status_id === count.status)?.count
      );
    const value = stats?.[count.stat];
    return typeof value === 'number' ? value : undefined;
  };
}

/** Per address of an item: how much work lies behind it, and how much of that does not agree. */
export type Counted = Readonly<Record<string, { readonly count?: number; readonly alert: number }>>;

interface NavCountsProps {
  readonly groups: readonly NavGroup[];
  readonly onCount: (counted: Counted) => void;
}

/** Counts what lies behind the items of the sidebar, live. Draws nothing. */
export function NavCounts({ groups, onCount }: NavCountsProps): null {
  const count = useNavCounts(groups);
  const alert = useNavAlerts(groups);
  const items = groups.flatMap((group) => group.items);
  const counted = JSON.stringify(
    Object.fromEntries(items.map((item) => [item.to, { count: count(item), alert: alert(item) }])),
  );
  useEffect(() => onCount(JSON.parse(counted) as Counted), [counted, onCount]);
  return null;
}

/** How much behind an item of the sidebar does not agree; 0 while it is not known. */
function useNavAlerts(groups: readonly NavGroup[]): (item: NavItem) => number {
  const isWanted = groups.some((group) => group.items.some((item) => item.alert === 'discrepancies'));
  const discrepancies = useDiscrepancies(isWanted).rows.length;
  return ({ alert }) => (alert === 'discrepancies' ? discrepancies : 0);
}
