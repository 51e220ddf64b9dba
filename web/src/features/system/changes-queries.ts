import { CHANGE_KINDS } from '@atelier/domain/audit/administered.ts';
import type { ChangeView } from '@atelier/domain/audit/schema.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ApiResponse } from '../../lib/api/client.ts';
import { read } from '../../lib/api/client.ts';
import { oneOf, readId, useFilters } from '../../shared/filter-bar/use-filters.ts';
import { useLiveRefresh } from '../../live/use-live.ts';

export type { ChangeView };
export { CHANGE_KINDS };
export type ChangeLine = ChangeView['lines'][number];

interface ChangesPage extends ApiResponse<ChangeView[]> {
  readonly people: readonly { readonly id: number; readonly name: string }[];
  readonly next: number | null;
}

const PAGE_SIZE = 50;
/** A net beneath the live connection. */
const AGAIN_MS = 60_000;

/** Changes from the newest on, live; older ones page by page. */
export function useChanges({ kind, person }: ReturnType<typeof useChangeFilters>['values']) {
  const queryKey = ['system', 'changes', kind, person];
  useLiveRefresh(queryKey, ['changes'], 1_000);
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      read<ChangeView[]>(
        '/system/changes',
        { kind, person, before: pageParam, page_size: PAGE_SIZE },
        { signal },
      ) as Promise<ChangesPage>,
    getNextPageParam: (last) => last.next,
    placeholderData: (previous) => previous,
    refetchInterval: AGAIN_MS,
  });
  const pages = query.data?.pages;
  return {
    ...query,
    data: pages && { data: pages.flatMap(({ data }) => data) },
    people: pages?.[0]?.people ?? [],
  };
}

/** What is shown. */
export const useChangeFilters = () => useFilters({ kind: oneOf(CHANGE_KINDS), person: readId });
