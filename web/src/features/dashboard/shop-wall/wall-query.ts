import { keepPreviousData } from '@tanstack/react-query';
import { localDay } from '@atelier/domain/calendar.ts';
import { readQuery } from '../../../lib/api/read-query.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { useNow } from '../../../lib/time/use-now.ts';
import { useLiveQuery } from '../../../shared/queries/live-query.ts';

const RETRY_MS = 10_000;
const HOUR_MS = 3_600_000;
/** The server's clock may be a moment behind the screen's: the new day is requested once it has begun on both. */
const BOTH_MS = 5_000;

const shopWallQuery = (siteId: number, day: string) =>
  readQuery(
    ['dashboard', 'shop-wall', siteId, day],
    '/wall/shop',
    { site_id: siteId },
    {
      placeholderData: keepPreviousData,
      // A failed reading is repeated soon.
      refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : HOUR_MS),
    },
  );

/** A shop's wall, live, and read again when the shop's day begins: calls and pickups change then without an event. */
export function useShopWall(siteId: number) {
  const zone = useSession().view.site?.time_zone ?? 'UTC';
  const day = localDay(new Date(useNow(15_000) - BOTH_MS).toISOString(), zone);
  return useLiveQuery(shopWallQuery(siteId, day), [`store:${siteId}`], 2_000);
}
