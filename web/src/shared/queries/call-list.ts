import { useQuery } from '@tanstack/react-query';
import { useLiveRefresh } from '../../live/use-live.ts';
import { scopeTopics } from '../../live/scope-topics.ts';
import { readQuery } from '../../lib/api/read-query.ts';
import { useOptionalSession } from '../../lib/session/use-session.ts';

/** Prefix of both: a logged call changes list and count. */
export const CALLS_KEY = ['calls'] as const;

/** The clients of the shop who are due a call. */
export const callListQuery = () => readQuery([...CALLS_KEY, 'list'], '/call_list');

const countQuery = () => readQuery([...CALLS_KEY, 'count'], '/call_list/count', {}, { staleTime: 60_000 });

/** A counter at work changes pieces every few seconds; the number in the menu need not follow each. */
const COUNT_AT_MOST_EVERY_MS = 10_000;

/** How many clients are due a call and how many wrote a text that is unread, for the menu; undefined while it is not known. */
export function useCallCount(isWanted: boolean) {
  const topics = scopeTopics(useOptionalSession()?.view.site);
  const { queryKey } = countQuery();
  useLiveRefresh(queryKey, isWanted ? topics : [], COUNT_AT_MOST_EVERY_MS);
  return useQuery({ ...countQuery(), enabled: isWanted }).data?.data;
}
