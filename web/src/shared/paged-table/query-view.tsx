import type { ReactNode } from 'react';
import { type SkeletonProps, ErrorState, Skeleton } from '@atelier/ui/feedback/states.tsx';
import { errorLine, errorWords } from '../../lib/api/notice-error.ts';

/** What of a query is needed to draw it. */
export interface DrawnQuery<Data> {
  readonly data: Data | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

export interface QueryViewProps<Data> {
  query: DrawnQuery<Data>;
  skeleton: SkeletonProps;
  /** What could not be read, in a sentence; without it the call's own words. */
  failed?: string;
  /** Whether there is nothing to draw, and what is drawn then. */
  isEmpty?: (data: Data) => boolean;
  empty?: ReactNode;
  /** For a panel whose rows touch its edges: the first load keeps a margin. */
  padded?: boolean;
  /** Left out where the list follows: then only what stands in its place is drawn here. */
  children?: (data: Data) => ReactNode;
}

/** What was read, or what stands in its place: the first load, a failure with another try, nothing at all. */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const { query, skeleton, failed, isEmpty, empty, padded, children } = props;
  const { data, isPending, isError, error, refetch } = query;
  if (isPending)
    return (
      <div className={padded ? 'panel-body' : undefined}>
        <Skeleton {...skeleton} />
      </div>
    );
  const isNothing = data === undefined || isEmpty?.(data) === true;
  if (isError && isNothing)
    return (
      <ErrorState
        title={failed ?? errorWords(error).title}
        detail={failed && errorLine(error)}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return null;
  return isNothing ? empty : children?.(data);
}
