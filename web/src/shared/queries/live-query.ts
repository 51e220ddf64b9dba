import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useLiveRefresh } from '../../live/use-live.ts';

/** A reading that is read again when one of its topics changes, at most once every `everyMs`. */
export function useLiveQuery<Data>(
  options: UseQueryOptions<Data>,
  topics: readonly string[],
  everyMs?: number,
): UseQueryResult<Data> {
  useLiveRefresh(options.queryKey, topics, everyMs);
  return useQuery(options);
}
