import { useQuery } from '@tanstack/react-query';
import { useLiveRefresh } from '../../live/use-live.ts';
import { scopeTopics } from '../../live/scope-topics.ts';
import { readQuery } from '../../lib/api/read-query.ts';
import { useSession } from '../../lib/session/use-session.ts';

const overdueQuery = () =>
  readQuery(['rma', 'loans', 'overdue'], '/rma', { loan: 'overdue', page_size: 1 }, { staleTime: 60_000 });

const AT_MOST_EVERY_MS = 10_000;

/** Loan pieces of the shop that were due back before today; 0 while that is not known. */
export function useOverdueLoans(): number {
  const { queryKey } = overdueQuery();
  useLiveRefresh(queryKey, scopeTopics(useSession().view.site), AT_MOST_EVERY_MS);
  return useQuery(overdueQuery()).data?.total ?? 0;
}
