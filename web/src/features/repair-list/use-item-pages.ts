import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo } from 'react';
import type { LiveChange } from '@atelier/browser-sync/live/keyed-store.ts';
import { type IdList, type IdListRules, patchIds } from '@atelier/browser-sync/live/id-list.ts';
import { heldItem, readRows } from '../../live/rows.ts';
import { bindLive } from '../../live/live.ts';
import { scopeTopics } from '../../live/scope-topics.ts';
import { useTopics } from '../../live/use-live.ts';
import { useHandler } from '@atelier/ui/hooks/use-handler.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { screenNow } from '../../lib/time/screen-clock.ts';
import { type ListAudience, LIST_PAGE_SIZE, listKey, readItemPage, RMA_LISTS } from './queries.ts';
import { belongs, filtersOf, type ListState } from './list-state.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';

/** Items of all pages in order, each once. */
export const uniqueIds = (pages: readonly IdList[]): readonly number[] => [
  ...new Set(pages.flatMap(({ ids }) => ids)),
];

/**
 * Pages after one change: items that no longer belong leave the page they stand on, new ones come first. The very same
 * value comes back when no row left or came.
 */
export function patchPages(
  cached: InfiniteData<IdList>,
  change: Pick<LiveChange, 'rows' | 'removed'>,
  rules: IdListRules<ItemView>,
): InfiniteData<IdList> {
  const before: IdList = { kind: 'item', ids: uniqueIds(cached.pages) };
  const after = patchIds(before, change, rules);
  if (after === before) return cached;
  const known = new Set(before.ids);
  const held = new Set(after.ids);
  const fresh = after.ids.filter((id) => !known.has(id));
  const moved = after.ids.length - before.ids.length;
  const pages = cached.pages.map(({ kind, ids, total }, index) => ({
    kind,
    ids: [...(index === 0 ? fresh : []), ...ids.filter((id) => held.has(id))],
    total: total === undefined ? undefined : Math.max(0, total + moved),
  }));
  return { ...cached, pages };
}

const RETRY_WITHOUT_TOPIC_MS = 30_000;

/** The list's items by id: pages read as one scrolls, kept in step live. Each row subscribes to its own item. */
export function useItemPages(audience: ListAudience, state: ListState, isEnabled = true) {
  // Compared by value: opening a piece changes the address, not what is asked for.
  const asked = JSON.stringify(filtersOf(state));
  const queryKey = useMemo(() => listKey(audience, asked), [audience, asked]);
  const { site } = useSession().view;
  const topics = scopeTopics(site);
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: 1,
    enabled: isEnabled,
    queryFn: ({ pageParam, signal }) =>
      readRows('item', () => readItemPage(audience, filtersOf(state), pageParam, signal)),
    // Rows that left the list shift the server's pages: the next page is counted from what is really held.
    getNextPageParam: (last, pages) => {
      const held = uniqueIds(pages).length;
      const isEnd = last.ids.length < LIST_PAGE_SIZE || held >= (last.total ?? 0);
      return isEnd ? undefined : Math.floor(held / LIST_PAGE_SIZE) + 1;
    },
    // Another filter keeps the old rows in sight, set back, until the new ones are there.
    placeholderData: (previous) => previous,
    refetchInterval: topics.length === 0 ? RETRY_WITHOUT_TOPIC_MS : false,
  });
  useLivePages(queryKey, topics, state, site?.kind === 'shop' ? site.id : null);
  // Drawn in slices: a page of rows that comes at once must not block what is being typed.
  const pages = useDeferredValue(query.data?.pages);
  const ids = useMemo(() => (pages ? uniqueIds(pages) : []), [pages]);
  const isPending = pages === undefined && !query.isError;
  return { ...query, isPending, ids, total: pages?.at(-1)?.total ?? ids.length };
}

function useLivePages(
  queryKey: readonly unknown[],
  topics: readonly string[],
  state: ListState,
  shop: number | null,
): void {
  useTopics(topics);
  const [topic] = topics;
  const patch = useHandler((cached: unknown, change: LiveChange) =>
    patchPages(cached as InfiniteData<IdList>, change, {
      rowOf: heldItem,
      accepts: (row, isKnown) => belongs(state, row, isKnown, screenNow(), shop),
    }),
  );
  useEffect(
    () => (topic === undefined ? undefined : bindLive({ queryKey, topics: [topic], patch })),
    [queryKey, topic, patch],
  );
}

/** Reads the list again: for buckets that grow by the clock alone. */
export function useListAgain(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: RMA_LISTS });
}
