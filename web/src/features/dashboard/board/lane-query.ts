import { useQuery } from '@tanstack/react-query';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useCallback, useState } from 'react';
import { useCountOf, useLeastOf, useLiveRows } from '../../../live/rows.ts';
import { screenNow } from '../../../lib/time/screen-clock.ts';
import { useAgeClock } from '../../../shared/item/minute-clock.ts';
import { laneQuery } from '../queries.ts';
import { byExpected } from '../../../shared/expected/nearness.ts';
import { isPastDue } from '../../../shared/item/urgency.ts';

/** The pieces at one stage of a site, due first; updated live. */
export function useLane(siteId: number, status: number) {
  const options = laneQuery(siteId, status);
  const query = useQuery({
    ...options,
    refetchInterval: ({ state }) => (state.status === 'error' ? 10_000 : false),
  });
  useLiveRows({
    kind: 'item',
    queryKey: options.queryKey,
    topics: [`stage:${siteId}:${status}`],
    accepts: (row) => row.rma_status_id === status,
    compare: byExpected,
  });
  return query;
}

/** Which pieces every lane holds, gathered for the keyboard and the totals. */
export function useLanes() {
  const [lanes, setLanes] = useState<ReadonlyMap<number, readonly number[]>>(new Map());
  const onIds = useCallback((status: number, ids: readonly number[]) => {
    setLanes((before) => (before.get(status) === ids ? before : new Map(before).set(status, ids)));
  }, []);
  return { lanes, onIds };
}

/** How many of these stand past their stage's target now. */
export function useLateCount(ids: readonly number[]): number {
  const clock = useAgeClock();
  const isLate = useCallback((item: ItemView) => isPastDue(item, Math.max(clock, screenNow())), [clock]);
  return useCountOf('item', ids, isLate);
}

/** What waits for others stands behind everything whose clock runs. */
const clockOf = ({ stage_clock: clock, status_entered_at: enteredAt }: ItemView): string =>
  clock?.paused_since == null ? (clock?.from ?? enteredAt) : `~${clock.from}`;

/** The piece whose clock has run longest of a lane, wherever its date places it. */
export const useOldest = (ids: readonly number[] = NO_IDS): ItemView | undefined =>
  useLeastOf('item', ids, clockOf);
const NO_IDS: readonly number[] = [];
