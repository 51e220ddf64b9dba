import type { ReactNode } from 'react';
import { classNames } from '@atelier/ui/class-names.ts';
import type { SkeletonProps } from '@atelier/ui/feedback/states.tsx';
import { useWash } from '@atelier/ui/feedback/use-wash.ts';
import { type DrawnQuery, QueryView } from './query-view.tsx';
import './paged-table.css';

interface ListResponse<Row> {
  readonly data: readonly Row[];
}

export interface PagedTableProps<Row> {
  query: DrawnQuery<ListResponse<Row>> & { readonly isPlaceholderData?: boolean };
  skeleton: SkeletonProps;
  failed?: string;
  empty: ReactNode;
  /** Names of the columns, where the rows are one line each; `className` is the rows' own. */
  head?: { readonly className: string; readonly names: readonly string[] };
  /** The pager, or a button for older rows. */
  foot?: ReactNode;
  testId?: string;
  /** A `ListRow` with its key. */
  children: (row: Row) => ReactNode;
}

/** Rows of a list under their head, or what stands in their place while there are none. */
export function PagedTable<Row>({
  query,
  skeleton,
  head,
  foot,
  testId,
  children,
  ...words
}: PagedTableProps<Row>) {
  return (
    <QueryView query={query} skeleton={skeleton} isEmpty={({ data }) => data.length === 0} padded {...words}>
      {({ data }) => (
        <>
          {head && <Head {...head} />}
          <ul className="list" aria-busy={query.isPlaceholderData || undefined} data-testid={testId}>
            {data.map(children)}
          </ul>
          {foot}
        </>
      )}
    </QueryView>
  );
}

/** For the eyes alone: each row says its own words to those who hear it. */
const Head = ({ className, names }: NonNullable<PagedTableProps<never>['head']>) => (
  <div className={classNames('list-row list-head small muted', className)} aria-hidden>
    {names.map((name) => (
      <span key={name}>{name}</span>
    ))}
  </div>
);

export interface ListRowProps {
  /** Names the row's columns (`--columns`) in the screen's style sheet. */
  className: string;
  /** The row washes once when this changes. */
  version?: number | undefined;
  testId?: string;
  children: ReactNode;
}

/** One row; `data-…` attributes are passed on. */
export function ListRow({ className, version, testId, children, ...data }: ListRowProps) {
  const isFresh = useWash(version);
  return (
    <li {...data} className={classNames('list-row', className, isFresh && 'washed')} data-testid={testId}>
      {children}
    </li>
  );
}

/** What a row is called: the whole row is its target for the mouse, the keyboard knows one button. */
export const RowOpen = ({ onOpen, children }: { onOpen: () => void; children: ReactNode }) => (
  <button type="button" className="row-open bold text-start" onClick={onOpen}>
    <bdi>{children}</bdi>
  </button>
);
