import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { useWash } from '../feedback/use-wash.ts';

export interface ListColumn<Row> {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** CSS width of the column. */
  width?: string;
}

export interface DataListProps<Row> {
  label: string;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** A row washes once when this changes. */
  rowVersion?: (row: Row) => number | string;
  onOpen?: (row: Row) => void;
  hideHeader?: boolean;
  testId?: string;
}

/** A short list (up to a few dozen rows) as a real table. Long lists: VirtualTable. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { label, columns, rows, rowKey, hideHeader, testId } = props;
  return (
    <div className="scroll-x">
      <table className="rows" aria-label={label} data-testid={testId}>
        <thead className={hideHeader ? 'sr-only' : undefined}>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={column.align} style={{ inlineSize: column.width }}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ListRow key={rowKey(row)} row={row} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ListRow<Row>({ row, columns, rowVersion, rowKey, onOpen }: DataListProps<Row> & { row: Row }) {
  const washed = useWash(rowVersion?.(row));
  // The row is a larger target for the mouse only; the keyboard uses the link or button inside it.
  const mouse = onOpen && { onClick: () => onOpen(row), 'data-open': true };
  return (
    <tr className={classNames(washed && 'washed')} data-row={rowKey(row)} {...mouse}>
      {columns.map((column) => (
        <td key={column.key} className={column.align}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}
