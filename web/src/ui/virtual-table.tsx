import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { CSSProperties, KeyboardEvent, ReactNode, RefObject } from 'react';
import { memo, useCallback, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { classNames } from './class-names.ts';
import { useWash } from './use-wash.ts';

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

/** `Held` is what the list holds of a row: the row itself, or its key in a source. */
export interface VirtualTableProps<Row, Held = Row> {
  label: string;
  columns: readonly VirtualColumn<Row>[];
  rows: readonly Held[];
  rowKey: (held: Held) => string | number;
  /** Every row in sight subscribes to its own: a change paints that row alone. */
  source?: RowSource<Row, Held>;
  rowVersion?: (row: Row) => number | string;
  /** Height of a row in px; without it 36 on a desktop and 48 for fingers (`--row`). */
  rowHeight?: number;
  /** Draws a row as a card where the table has less than 700 px. */
  compact?: (row: Row) => ReactNode;
  compactHeight?: number;
  selectedKey?: string | number | null;
  onOpen?: (held: Held) => void;
  /** Keys of the table's own, before it takes them for moving: Space to select and the like. */
  onRowKey?: (event: KeyboardEvent, held: Held, index: number) => void;
  /** `key` or `-key` for descending, as in `?sort=`. */
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  /** All rows there are on the server, when more than are here. */
  total?: number | undefined;
  /** Called when the end comes near: load the next page. */
  onNearEnd?: () => void;
  /** CSS block size of the scrolling box; the rest of the page does not scroll with it. */
  height?: string;
  testId?: string;
}

const COMPACT_BELOW = 700;
const NEAR_END_ROWS = 20;

/**
 * Thousands of rows: only those in sight exist. One tab stop; arrows, Page, Home and End move, Enter opens.
 * Row heights are fixed, so nothing jumps when rows change under the reader.
 */
export function VirtualTable<Row, Held = Row>(props: VirtualTableProps<Row, Held>) {
  const { columns, rows, rowKey, compact } = props;
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const { narrow, rowVar } = useBoxSize(box);
  const cards = narrow && compact !== undefined;
  const rowHeight = cards ? (props.compactHeight ?? 76) : (props.rowHeight ?? rowVar);
  const virtual = useRowsInSight(props, box, rowHeight);
  const { active, setActive, onKeyDown } = useRowKeys(props, box, rowHeight, virtual.scrollToIndex);
  const tracks = useMemo(
    () => ({ gridTemplateColumns: columns.map((column) => column.width).join(' ') }),
    [columns],
  );
  return (
    <div
      ref={box}
      className="vt"
      style={{ blockSize: props.height ?? '100%' }}
      role="grid"
      aria-label={props.label}
      aria-rowcount={(props.total ?? rows.length) + 1}
      aria-colcount={columns.length}
      aria-activedescendant={rows.length > 0 ? `${id}${active}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      data-testid={props.testId}
    >
      {cards ? <span /> : <Head columns={columns} tracks={tracks} sort={props.sort} onSort={props.onSort} />}
      <div className="vt-body" role="rowgroup" style={{ blockSize: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const held = rows[index];
          if (held === undefined) return null;
          const key = rowKey(held);
          return (
            <BodyRow
              key={key}
              id={`${id}${index}`}
              index={index}
              held={held}
              source={props.source}
              columns={columns}
              tracks={cards ? ONE_TRACK : tracks}
              compact={cards ? compact : undefined}
              start={start}
              height={rowHeight}
              rowVersion={props.rowVersion}
              active={index === active}
              selected={key === props.selectedKey}
              rowKey={key}
              onOpen={props.onOpen}
              onPoint={setActive}
            />
          );
        })}
      </div>
    </div>
  );
}

type Box = RefObject<HTMLDivElement | null>;

/** Which rows are in sight; asks for more when the end comes near. */
function useRowsInSight<Row, Held>(props: VirtualTableProps<Row, Held>, box: Box, rowHeight: number) {
  const { rows, rowKey, onNearEnd } = props;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    getItemKey: (index) => keyAt(rows, rowKey, index),
  });
  useEffect(() => virtual.measure(), [rowHeight, virtual]);
  const lastShown = virtual.getVirtualItems().at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length > 0 && lastShown >= rows.length - NEAR_END_ROWS) onNearEnd?.();
  }, [lastShown, rows.length, onNearEnd]);
  return virtual;
}

/** The row that the keyboard stands on: moved by arrows and pages, opened by Enter. */
function useRowKeys<Row, Held>(
  { rows, onRowKey, onOpen }: VirtualTableProps<Row, Held>,
  box: Box,
  rowHeight: number,
  scrollTo: (index: number) => void,
) {
  const [active, setActive] = useState(0);
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? rowHeight) / rowHeight) - 2);
    const target = KEYS[event.key]?.(active, page, rows.length);
    const current = event.target === box.current ? rows[active] : undefined;
    if (current !== undefined) onRowKey?.(event, current, active);
    if (target !== undefined) {
      event.preventDefault();
      const next = Math.max(0, Math.min(rows.length - 1, target));
      setActive(next);
      scrollTo(next);
    }
    if (event.key === 'Enter' && current !== undefined) onOpen?.(current);
  };
  return { active, setActive, onKeyDown };
}

const ONE_TRACK = { gridTemplateColumns: 'minmax(0, 1fr)' };

const KEYS: Record<string, (active: number, page: number, count: number) => number> = {
  ArrowDown: (active) => active + 1,
  ArrowUp: (active) => active - 1,
  PageDown: (active, page) => active + page,
  PageUp: (active, page) => active - page,
  Home: () => 0,
  End: (_active, _page, count) => count - 1,
};

function keyAt<Held>(
  rows: readonly Held[],
  rowKey: (held: Held) => string | number,
  index: number,
): string | number {
  const row = rows[index];
  return row === undefined ? index : rowKey(row);
}

/** Watches whether the box is narrow, and what `--row` says: it follows the pointer and the language. */
function useBoxSize(box: Box) {
  const [size, setSize] = useState({ narrow: false, rowVar: 36 });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const read = () => {
      const rowVar = Number.parseInt(getComputedStyle(element).getPropertyValue('--row'), 10) || 36;
      const narrow = element.clientWidth > 0 && element.clientWidth < COMPACT_BELOW;
      setSize((old) => (old.narrow === narrow && old.rowVar === rowVar ? old : { narrow, rowVar }));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return size;
}

type HeadProps<Row> = Pick<VirtualTableProps<Row>, 'columns' | 'sort' | 'onSort'> & { tracks: CSSProperties };

function Head<Row>({ columns, sort, onSort, tracks }: HeadProps<Row>) {
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

const BodyRow = memo(function BodyRow<Row, Held>(props: BodyRowProps<Row, Held>) {
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
      {compact ? (
        <div role="gridcell" className="vt-cell wraps" aria-colspan={columns.length}>
          {compact(row)}
        </div>
      ) : (
        columns.map((column) => (
          <div key={column.key} role="gridcell" className={classNames('vt-cell', column.align)}>
            {column.cell(row)}
          </div>
        ))
      )}
    </div>
  );
}) as <Row, Held>(props: BodyRowProps<Row, Held>) => ReactNode;
