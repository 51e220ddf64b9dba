import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { showReview } from './use-review.ts';

interface Row {
  readonly position: number;
  readonly review: { readonly state: string } | null;
}

it('shows a review also when a page from before it is still being read', async () => {
  const client = new QueryClient();
  let held: Row[] = [{ position: 1, review: null }];
  const answers: (() => void)[] = [];
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['audit', 'unusual', 'any'],
    initialPageParam: 0,
    getNextPageParam: () => 1,
    queryFn: () => {
      const data = held;
      return new Promise<{ data: Row[] }>((resolve) => answers.push(() => resolve({ data })));
    },
  });
  const end = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(answers).toHaveLength(1), { timeout: 20_000 });
  answers[0]?.();
  await vi.waitFor(() => expect(observer.getCurrentResult().data?.pages).toHaveLength(1), {
    timeout: 20_000,
  });
  void observer.fetchNextPage();
  const review = { state: 'looked_at' };
  held = [{ position: 1, review }];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the page shows of a review
  const shown = showReview(client, 1, review as never);
  answers[1]?.();
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(2), { timeout: 20_000 });
  answers.slice(2).forEach((answer) => answer());
  await shown;
  const [first] = observer.getCurrentResult().data?.pages ?? [];
  expect(first?.data[0]?.review).toEqual(review);
  end();
});
