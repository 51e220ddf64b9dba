import type { ReviewState } from '@atelier/domain/audit/review/events.ts';
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCommand } from '../../lib/api/use-command.ts';
import type { Page, UnusualEntry } from './queries.ts';

export interface AskedReview {
  readonly position: number;
  readonly state: ReviewState;
  readonly note: string | null;
}
type Review = NonNullable<UnusualEntry['review']>;

const UNUSUAL = { queryKey: ['audit', 'unusual'] } as const;

/** Says how far an unusual event is reviewed. What was read stays: checking the log again takes seconds. */
export function useReview(onAccepted?: () => void) {
  const client = useQueryClient();
  return useCommand((body: AskedReview) => ({ path: '/audit/unusual/review', body }), {
    onSuccess: ({ data }, { position }) => {
      void showReview(client, position, data);
      onAccepted?.();
    },
  });
}

/** Pages that are being read may come from before the review and would put the old state back: they are read again after it. */
export async function showReview(client: QueryClient, position: number, review: Review): Promise<void> {
  const isReading = client.isFetching(UNUSUAL) > 0;
  await client.cancelQueries(UNUSUAL);
  keepReview(client, position, review);
  if (isReading) await client.invalidateQueries(UNUSUAL);
}

function keepReview(client: QueryClient, position: number, review: Review): void {
  client.setQueriesData<InfiniteData<Page<UnusualEntry>>>(UNUSUAL, (known) =>
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
