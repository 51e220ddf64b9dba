import type { NavCircuit, NavCounts, NavDocumentView } from '@atelier/contracts/nav/schema.ts';
import { TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';
import { NAV_STATES } from '@atelier/domain/nav/document.ts';
import { keepPreviousData, useQuery, type QueryKey } from '@tanstack/react-query';
import type { ApiResponse } from '../../lib/api/client.ts';
import { oneOf, textUpTo, useFilters } from '../../shared/filter-bar/use-filters.ts';
import { useLiveRefresh } from '../../live/use-live.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { readQuery } from '../../lib/api/read-query.ts';

type NavFilter = NavDocumentView['state'] | 'attention';

const FILTERS: readonly NavFilter[] = [...NAV_STATES, 'attention'];

/** Which documents the list shows. */
export const useNavFilters = () =>
  useFilters({ state: oneOf(FILTERS), search: textUpTo(TRACKING_NUMBER.most) }, 'nav');

export type NavFiltersState = ReturnType<typeof useNavFilters>;
type NavAsked = Pick<NavFiltersState, 'values' | 'page'>;

export interface NavListAnswer extends ApiResponse<NavDocumentView[]> {
  readonly counts: NavCounts;
  readonly circuit: NavCircuit;
}

export const PAGE_SIZE = 25;
const ROOT = ['nav'] as const;

export const navListQuery = (asked: NavAsked) =>
  readQuery([...ROOT, 'list', asked.values, asked.page], '/nav/documents', queryOf(asked), {
    placeholderData: keepPreviousData,
  });

function queryOf({ values: { state, search }, page }: NavAsked) {
  return {
    page,
    page_size: PAGE_SIZE,
    ...(state === 'attention' ? { attention: '1' as const } : state !== '' && { state }),
    ...(search !== '' && { tracking_no: search }),
  };
}

const navDetailQuery = (id: number) =>
  readQuery([...ROOT, 'detail', id], '/nav/document', { id }, { enabled: id > 0 });

/** The documents of one's site; everywhere for who stands nowhere. Read again whenever one of them, or the way, changes. */
export function useNavList(asked: NavAsked) {
  const query = navListQuery(asked);
  useNavNews(query.queryKey);
  return useQuery(query);
}

export function useNavDetail(id: number) {
  const query = navDetailQuery(id);
  useNavNews(query.queryKey);
  return useQuery(query);
}

function useNavNews(queryKey: QueryKey): void {
  const site = useSession().view.site?.id ?? 0;
  useLiveRefresh(queryKey, [`nav:${site}`]);
}
