import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { Tile } from '@atelier/domain/dashboard/buckets.ts';
import { statusOf, type BucketName, isStatusId } from '@atelier/domain/shared/status.ts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useLiveRows, useRows } from '../../live/rows.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { MOST_WAITING, waitingQuery } from './queries.ts';
import { screenNow } from '../../lib/time/screen-clock.ts';
import { useAgeClock } from '../../shared/item/minute-clock.ts';
import { byEntry, byUrgency } from '../../shared/item/urgency.ts';

/** What a shop itself must act on: what is ready to ship, and whose customer is still to be called. */
export const CALLING = ['ready_to_ship', 'to_call'] as const satisfies readonly Tile[];
type Calling = (typeof CALLING)[number];

const FEWEST_SHOWN = 7;
/** Height of a row, and of what stands above and below the list on a desk. */
const ROW_PX = 66;
const AROUND_PX = 360;

/** How many pieces fit a screen of this height in px: a tall one is not left half empty. */
export const needsShown = (height: number): number =>
  Math.max(FEWEST_SHOWN, Math.min(MOST_WAITING, Math.floor((height - AROUND_PX) / ROW_PX)));

const bucketOf = (row: ItemView): BucketName | null =>
  isStatusId(row.rma_status_id) ? statusOf(row.rma_status_id).bucket : null;
/** The longest waiting pieces of one bucket, live. */
function useLongestWaiting(bucket: Calling) {
  const { site } = useSession().view;
  const options = waitingQuery(bucket);
  const query = useQuery(options);
  useLiveRows({
    kind: 'item',
    queryKey: options.queryKey,
    topics: site === null ? [] : [`store:${site.id}`],
    accepts: (row) =>
      bucket === 'to_call'
        ? row.to_call !== null && row.custody.site_id === site?.id
        : bucketOf(row) === bucket,
    compare: byEntry,
  });
  return { ...query, rows: useRows('item', query.data?.ids) };
}

/** The pieces that need the shop most: furthest past their time first, then those that wait longest. */
export function useNeedsYou() {
  const ready = useLongestWaiting('ready_to_ship');
  const waiting = useLongestWaiting('to_call');
  const now = useAgeClock();
  const isPending = ready.isPending || waiting.isPending;
  const read = useMemo(() => {
    const all = [...ready.rows, ...waiting.rows].sort(byUrgency(Math.max(now, screenNow())));
    return { isPending, rows: all.slice(0, needsShown(window.innerHeight)) };
  }, [ready.rows, waiting.rows, now, isPending]);
  return {
    // Drawn in slices, so that the rows do not block what is being typed or scanned.
    ...useDeferredValue(read),
    error: ready.error ?? waiting.error,
    retry: () => {
      if (ready.isError) void ready.refetch();
      if (waiting.isError) void waiting.refetch();
    },
  };
}
