import { ArrowDown, ArrowUp } from 'lucide-react';
import type { CSSProperties } from 'react';
import { classNames } from '../class-names.ts';
import type { VirtualColumn } from './virtual-row.tsx';

interface HeadProps<Row> {
  columns: readonly VirtualColumn<Row>[];
  tracks: CSSProperties;
  /** `key` or `-key` for descending, as in `?sort=`. */
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}

export function Head<Row>({ columns, sort, onSort, tracks }: HeadProps<Row>) {
  return (
    <div className="vt-row vt-head" role="row" aria-rowindex={1} style={tracks}>
      {columns.map((column) => (
        <div
          key={column.key}
          className={classNames('vt-cell', column.align)}
          role="columnheader"
          aria-sort={column.sortable ? direction(sort, column.key) : undefined}
        >
          {column.sortable && onSort ? (
            <button type="button" onClick={() => onSort(nextSort(sort, column.key))}>
              {column.header}
              {sort === column.key && <ArrowUp aria-hidden />}
              {sort === `-${column.key}` && <ArrowDown aria-hidden />}
            </button>
          ) : (
            column.header
          )}
        </div>
      ))}
    </div>
  );
}

const direction = (sort: string | undefined, key: string) =>
  sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none';

/** First press ascending, then descending, and round again. */
export const nextSort = (sort: string | undefined, key: string): string => (sort === key ? `-${key}` : key);
