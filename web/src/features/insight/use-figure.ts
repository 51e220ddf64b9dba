import type { UseQueryOptions, UseQueryResult } from '@tanstack/react-query';
import { scopeTopics } from '../../live/scope-topics.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { past } from '../../lib/time/past.ts';
import { useLiveQuery } from '../../shared/queries/live-query.ts';

/** Figures are read again with the events of their place, at most this often. */
const FRESH_EVERY_MS = 5_000;
/** For those who stand nowhere, and so hear of no event. */
const WITHOUT_TOPIC_MS = 30_000;

/** A figure as it is read: live while it is of today; nothing changes the past. */
export function useFigure<Answer>(options: UseQueryOptions<Answer>): UseQueryResult<Answer> {
  const topics = scopeTopics(useSession().view.site);
  const isPolled = past === null && topics.length === 0;
  return useLiveQuery(
    { ...options, refetchInterval: isPolled ? WITHOUT_TOPIC_MS : false },
    past === null ? topics : [],
    FRESH_EVERY_MS,
  );
}
