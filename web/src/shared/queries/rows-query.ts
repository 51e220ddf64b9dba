import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { DataOf, PathOf, QueryOf } from '../../lib/api/calls.ts';
import { type ApiResponse, read } from '../../lib/api/client.ts';
import type { ReadOptions } from '../../lib/api/read-query.ts';
import type { IdList } from '@atelier/browser-sync/live/id-list.ts';
import { type Rows, readRows } from '../../live/rows.ts';

/** The paths that answer rows of a kind. */
type RowsPath<K extends keyof Rows> = {
  [P in PathOf<'GET'>]: DataOf<'GET', P> extends readonly Rows[K][] ? P : never;
}[PathOf<'GET'>];

type Answered<K extends keyof Rows> = Pick<ApiResponse<readonly Rows[K][]>, 'data' | 'total'>;

/** A list of live rows as a query: the live store holds the rows, the query their ids. */
export const rowsQuery = <K extends keyof Rows, P extends RowsPath<K>>(
  kind: K,
  queryKey: QueryKey,
  path: P,
  query?: QueryOf<P>,
  { timeout, ...options }: ReadOptions<IdList> = {},
) =>
  queryOptions({
    ...options,
    queryKey,
    queryFn: ({ signal }) =>
      readRows(
        kind,
        () => read(path, query, { signal, timeout }) as Promise<unknown> as Promise<Answered<K>>,
      ),
  });
