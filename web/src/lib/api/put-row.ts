import type { QueryClient, QueryKey } from '@tanstack/react-query';

interface CachedList<Row> {
  readonly data: readonly Row[];
}

/**
 * Puts the answer of a save in the place of its row in every cached list below a key: who opens the row again before the
 * list was read again works on the version there is, and meets no conflict with themselves.
 */
export function putRow<Row>(
  client: QueryClient,
  { queryKey, row, isSame }: { queryKey: QueryKey; row: Row; isSame: (other: Row) => boolean },
): void {
  client.setQueriesData<CachedList<Row>>(
    { queryKey },
    (cached) => cached && { ...cached, data: cached.data.map((other) => (isSame(other) ? row : other)) },
  );
}
