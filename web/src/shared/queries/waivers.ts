import { WAIVED_FEE } from '@atelier/domain/repair/contract.ts';
import { LIVE_LIMITS } from '@atelier/domain/live/contract.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Answer } from '../../lib/api/client.ts';
import type { LiveChange } from '@atelier/browser-sync/live/keyed-store.ts';
import { bindLive } from '../../live/live.ts';
import { useTopics } from '../../live/use-live.ts';
import { scopeTopics } from '../../live/scope-topics.ts';
import { useOptionalSession } from '../../lib/session/use-session.ts';
import { sitesQuery } from './sites.ts';
import { readQuery } from '../../lib/api/read-query.ts';

/** Left for the other topics of a screen: its item, its counters. */
const OTHER_TOPICS = 10;
const MOST_TOPICS = LIVE_LIMITS.topicsPerScreen - OTHER_TOPICS;

/** The waived fees that wait for a decision, the longest waiting first. */
export const waiversQuery = () =>
  readQuery(['decisions', 'waivers'], '/rma/waivers', {}, { staleTime: 60_000 });

export type WaiversAnswer = Answer<'GET', '/rma/waivers'>;

/** What a change means for the inbox: whose review is over, and whether one came in that has to be read. */
export function judgeWaivers(cached: WaiversAnswer, change: Pick<LiveChange, 'rows'>) {
  const known = new Map(cached.data.map(({ item }) => [item.id, item]));
  const rows = change.rows.filter((row) => row.kind === 'item') as unknown as ItemView[];
  const newer = rows.filter((row) => row.version > (known.get(row.id)?.version ?? 0));
  const over = newer.filter((row) => known.has(row.id) && row.waived_fee !== WAIVED_FEE.review);
  const isMore = newer.some((row) => row.waived_fee === WAIVED_FEE.review);
  return { over: new Set(over.map(({ id }) => id)), isMore };
}

/** The inbox without what was decided meanwhile; the same answer where nothing of it changed. */
export function withoutDecided(cached: WaiversAnswer, over: ReadonlySet<number>): WaiversAnswer {
  if (over.size === 0) return cached;
  const data = cached.data.filter(({ item }) => !over.has(item.id));
  const total = cached.total === undefined ? undefined : Math.max(0, cached.total - over.size);
  return { ...cached, data, ...(total !== undefined && { total }) };
}

/** Where requests come from: one's own shop or site, and for who stands nowhere every shop. */
function useWaiverTopics(isWanted: boolean): readonly string[] {
  const site = useOptionalSession()?.view.site ?? null;
  const sites = useQuery({ ...sitesQuery(), enabled: isWanted && site === null }).data?.data;
  if (!isWanted) return [];
  if (site !== null) return scopeTopics(site);
  const shops = (sites ?? []).filter(({ kind }) => kind === 'shop');
  return shops.slice(0, MOST_TOPICS).map(({ id }) => `store:${id}`);
}

/** For a mere count, who stands nowhere is not sent every row of every shop: it is asked for now and then. */
const COUNT_EVERY_MS = 20_000;

export interface WaiversUse {
  readonly isWanted: boolean;
  /** False where only their number is shown. */
  readonly isWatched: boolean;
}

/** The inbox, live: a decided request leaves at once, a new one is read with its words. */
export function useWaivers({ isWanted, isWatched }: WaiversUse) {
  const client = useQueryClient();
  const isNowhere = (useOptionalSession()?.view.site ?? null) === null;
  const topics = useWaiverTopics(isWanted && (isWatched || !isNowhere));
  const key = topics.join(' ');
  useTopics(topics);
  useEffect(() => {
    if (key === '') return undefined;
    const { queryKey } = waiversQuery();
    const patch = (cached: unknown, change: LiveChange) => {
      const { over, isMore } = judgeWaivers(cached as WaiversAnswer, change);
      // Outside the running update: what is new has words that no row carries.
      if (isMore) queueMicrotask(() => void client.invalidateQueries({ queryKey }));
      return withoutDecided(cached as WaiversAnswer, over);
    };
    return bindLive({ queryKey, topics: key.split(' '), patch });
  }, [key, client]);
  return useQuery({
    ...waiversQuery(),
    enabled: isWanted,
    ...(isNowhere && !isWatched && { refetchInterval: COUNT_EVERY_MS }),
  });
}
