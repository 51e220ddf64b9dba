import type {
  NavCircuit,
  NavCounts,
  NavDocumentDetail,
  NavDocumentView,
} from '@atelier/domain/nav/schema.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { read } from '../../lib/api/client.ts';
import type { ApiResponse } from '../../lib/api/client.ts';
import { useLiveRefresh } from '../../live/use-live.ts';
import { useSession } from '../../lib/session/use-session.ts';

/** What the list shows: a state, those to look into, or everything. */
export type NavFilter = NavDocumentView['state'] | 'attention' | 'all';

export interface NavAsked {
  readonly filter: NavFilter;
  readonly number: string;
  readonly page: number;
}

export interface NavListAnswer extends ApiResponse<NavDocumentView[]> {
  readonly counts: NavCounts;
  readonly circuit: NavCircuit;
}

export const PAGE_SIZE = 25;
const ROOT = ['nav'] as const;

export const navListQuery = ({ filter, number, page }: NavAsked) =>
  queryOptions({
    queryKey: [...ROOT, 'list', filter, number, page],
    queryFn: ({ signal }) =>
      read<NavDocumentView[]>('/nav/documents', queryOf(filter, number, page), {
        signal,
      }) as Promise<NavListAnswer>,
    placeholderData: keepPreviousData,
  });

function queryOf(filter: NavFilter, number: string, page: number) {
  return {
    page,
    page_size: PAGE_SIZE,
    ...(filter === 'attention' && { attention: '1' }),
    ...(filter !== 'attention' && filter !== 'all' && { state: filter }),
    ...(number !== '' && { tracking_no: number }),
  };
}

const navDetailQuery = (id: number) =>
  queryOptions({
    queryKey: [...ROOT, 'detail', id],
    queryFn: ({ signal }) => read<NavDocumentDetail>('/nav/document', { id }, { signal }),
    enabled: id > 0,
  });

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
