import type {
  ErasedAgainView,
  ErasureView,
  LegalHoldView,
  PersonExportView,
  PersonView,
} from '@atelier/contracts/privacy/schema.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { read, type ApiResponse } from '../../lib/api/client.ts';
import { useLiveRefresh } from '../../live/use-live.ts';
import { oneOf, useFilters } from '../../shared/filter-bar/use-filters.ts';

export type { ErasureView, LegalHoldView, PersonExportView, PersonView };

/** The root of every key of this screen. */
const PRIVACY = ['privacy'] as const;
export const PAGE_SIZE = 25;
/** A net beneath the live connection. */
const AGAIN_MS = 60_000;

/** Each list is read again as soon as anything of this slice changed. */
const TOPICS = ['privacy'] as const;

export const useRequestFilters = () => useFilters({ show: oneOf(['all']) }, 'privacy');

/** On the first page of all, who was erased again after a restore. */
interface RequestPage extends ApiResponse<ErasureView[]> {
  readonly again?: ErasedAgainView[];
}

const requestsQuery = (show: string, page: number) =>
  queryOptions({
    queryKey: [...PRIVACY, 'requests', show, page],
    queryFn: ({ signal }) =>
      read<ErasureView[]>(
        '/privacy/requests',
        { show, page, page_size: PAGE_SIZE },
        { signal },
      ) as Promise<RequestPage>,
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  });

export function useRequests(show: string, page: number) {
  useLiveRefresh(requestsQuery(show, page).queryKey, TOPICS);
  return useQuery(requestsQuery(show, page));
}

export function useHolds() {
  const queryKey = [...PRIVACY, 'holds'];
  useLiveRefresh(queryKey, TOPICS);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => read<LegalHoldView[]>('/privacy/holds', {}, { signal }),
    refetchInterval: AGAIN_MS,
  });
}

/** Reads again after one's own command, without waiting for the live connection. */
export const privacyKey = { queryKey: PRIVACY };

export function useExports() {
  const queryKey = [...PRIVACY, 'exports'];
  useLiveRefresh(queryKey, TOPICS);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => read<PersonExportView[]>('/privacy/exports', {}, { signal }),
    refetchInterval: AGAIN_MS,
  });
}
