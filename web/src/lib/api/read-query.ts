import { type QueryKey, type UseQueryOptions, queryOptions } from '@tanstack/react-query';
import type { PathOf, QueryOf } from './calls.ts';
import { type Answer, type ApiRequest, readAs } from './client.ts';

export type ReadOptions<Data> = Omit<UseQueryOptions<Data>, 'queryKey' | 'queryFn' | 'initialData'> &
  Pick<ApiRequest, 'timeout'>;

/** A reading as a query: its key, its call, and how long it holds. */
export const readQuery = <P extends PathOf<'GET'>>(
  queryKey: QueryKey,
  path: P,
  query?: QueryOf<P>,
  { timeout, ...options }: ReadOptions<Answer<'GET', P>> = {},
) =>
  queryOptions({
    ...options,
    queryKey,
    queryFn: ({ signal }) => readAs<Answer<'GET', P>>(path, query, { signal, timeout }),
  });
