import { type CSSProperties, type ReactNode, memo, useCallback, useSyncExternalStore } from 'react';
import { classNames } from '../class-names.ts';
import { useWash } from '../feedback/use-wash.ts';

export interface VirtualColumn<Row> {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** A grid track: `2fr`, `120px`, `minmax(160px, 1fr)`. */
  width: string;
  align?: 'start' | 'end';
  sortable?: boolean;
}

/** Where the rows stand of which a table is given only the keys. */
export interface RowSource<Row, Held> {
  readonly rowOf: (held: Held) => Row | undefined;
  readonly subscribe: (held: Held, listener: () => void) => () => void;
}

interface BodyRowProps<Row, Held> {
  id: string;
  index: number;
  held: Held;
  source: RowSource<Row, Held> | undefined;
  rowKey: string | number;
  columns: readonly VirtualColumn<Row>[];
  compact?: ((row: Row) => ReactNode) | undefined;
  tracks: CSSProperties;
  start: number;
  height: number;
  rowVersion: ((row: Row) => number | string) | undefined;
  active: boolean;
  selected: boolean;
  onOpen: ((held: Held) => void) | undefined;
  onPoint: (index: number) => void;
}

const NOTHING_TO_END = (): undefined => undefined;

/** The row of what the list holds; without a source the list holds the rows themselves. */
function useRow<Row, Held>(held: Held, source: RowSource<Row, Held> | undefined): Row | undefined {
  const subscribe = useCallback(
    (listener: () => void) => source?.subscribe(held, listener) ?? NOTHING_TO_END,
    [source, held],
  );
  return useSyncExternalStore(subscribe, () =>
    source === undefined ? (held as unknown as Row) : source.rowOf(held),
  );
}

type CellsProps<Row, Held> = Pick<BodyRowProps<Row, Held>, 'columns' | 'compact'> & { row: Row };

/** Drawn when the row is another one than before: not when it washes, is chosen or stands elsewhere in the table. */
const Cells = memo(function Cells<Row, Held>({ row, columns, compact }: CellsProps<Row, Held>) {
  if (compact !== undefined)
    return (
      <div role="gridcell" className="vt-cell wraps" aria-colspan={columns.length}>
        {compact(row)}
      </div>
    );
  return columns.map((column) => (
    <div key={column.key} role="gridcell" className={classNames('vt-cell', column.align)}>
      {column.cell(row)}
    </div>
  ));
}) as <Row, Held>(props: CellsProps<Row, Held>) => ReactNode;

/** One row, which is drawn alone when its row changes. */
export const BodyRow = memo(function BodyRow<Row, Held>(props: BodyRowProps<Row, Held>) {
  const { held, columns, compact, index, onOpen, start, height } = props;
  const row = useRow(held, props.source);
  const washed = useWash(row && props.rowVersion?.(row));
  if (row === undefined) return null;
  const open = onOpen && { 'data-open': true, onClick: () => onOpen(held) };
  return (
    <div
      id={props.id}
      className={classNames(
        'vt-row',
        washed && 'washed',
        props.active && 'active',
        props.selected && 'selected',
      )}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={props.selected}
      data-row={props.rowKey}
      style={{ ...props.tracks, blockSize: height, transform: `translateY(${start}px)` }}
      onMouseDown={() => props.onPoint(index)}
      {...open}
    >
      <Cells row={row} columns={columns} compact={compact} />
    </div>
  );
}) as <Row, Held>(props: BodyRowProps<Row, Held>) => ReactNode;
