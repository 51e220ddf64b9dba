import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isUndecided } from '../api/api-error.ts';
import { noticeError } from '../api/notice-error.ts';

/**
 * Live changes keep lists fresh, so nothing is read again only because a window got the focus. A reading is tried twice
 * more when nothing was decided; a refusal is never repeated.
 */
export const queryClient = new QueryClient({
  // A reading that took too long is reported (product/calls.md §4), also where its screen still shows what was
  // there before.
  queryCache: new QueryCache({ onError: (error) => isTimeout(error) && noticeError(error) }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Without a network a reading fails at once, so that its screen says so instead of showing bars for ever.
      networkMode: 'always',
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && isUndecided(error) && !isTimeout(error),
      retryDelay: (count) => Math.min(8000, 500 * 2 ** count) * (0.5 + Math.random() / 2),
    },
    mutations: { retry: false },
  },
});

/** After 40 or 60 s the user decides about another wait. */
const isTimeout = (error: unknown) => error instanceof Error && 'kind' in error && error.kind === 'timeout';
