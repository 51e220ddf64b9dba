import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fetchPaper } from './fetch-paper.ts';
import type { PaperChoice, PaperSubject } from './paper-order.ts';

/** The picture of one page as it will be printed; the one before stays until it is there. */
export function usePreview(subject: PaperSubject, choice: PaperChoice, page: number) {
  const query = useQuery({
    queryKey: ['paper', subject, choice, page],
    queryFn: ({ signal }) => fetchPaper(subject, choice, { page, signal }),
    placeholderData: keepPreviousData,
    // What lies in a package changes: opened again, it is drawn again.
    staleTime: 0,
    gcTime: 60_000,
    retry: false,
  });
  const { isFetching, error, refetch } = query;
  return { file: query.data?.file, pages: query.data?.pages ?? 1, isFetching, error, refetch };
}
