import type { ReviewState } from '@atelier/domain/audit/review/events.ts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useCommand } from '../../lib/api/use-command.ts';
import type { Page, UnusualEntry } from './queries.ts';

export interface AskedReview {
  readonly position: number;
  readonly state: ReviewState;
  readonly note: string | null;
}
type Review = NonNullable<UnusualEntry['review']>;

/** Says how far an unusual event is reviewed. What was read stays: checking the log again takes seconds. */
export function useReview(onAccepted?: () => void) {
  const client = useQueryClient();
  return useCommand<AskedReview, Review>((body) => ({ path: '/audit/unusual/review', body }), {
    onSuccess: ({ data }, { position }) => {
      keepReview(client, position, data);
      onAccepted?.();
    },
  });
}

function keepReview(client: QueryClient, position: number, review: Review): void {
  client.setQueriesData<InfiniteData<Page<UnusualEntry>>>({ queryKey: ['audit', 'unusual'] }, (known) =>
    known === undefined
      ? known
      : {
          ...known,
          pages: known.pages.map((page) => ({
            ...page,
            data: page.data.map((entry) => (entry.position === position ? { ...entry, review } : entry)),
          })),
        },
  );
}
