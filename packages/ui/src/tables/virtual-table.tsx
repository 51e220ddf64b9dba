import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { boxSize } from './observe-size.ts';
import { Head } from './virtual-head.tsx';
import { type RowSource, type VirtualColumn, BodyRow } from './virtual-row.tsx';

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
    ...boxSize(),
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    // The same function while the rows are the same: for another one every row's place is worked out again.
    getItemKey: useCallback((index: number) => keyAt(rows, rowKey, index), [rows, rowKey]),
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

/** What the window says of its boxes, so that the first drawing is mostly the last. */
const likelySize = () => ({
  narrow: globalThis.innerWidth < COMPACT_BELOW,
  rowVar: globalThis.matchMedia?.('(pointer: coarse)').matches ? 48 : 36,
});

/** Watches whether the box is narrow, and what `--row` says: it follows the pointer and the language. */
function useBoxSize(box: Box) {
  const [size, setSize] = useState(likelySize);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const read = () => {
      const rowVar = Number.parseInt(getComputedStyle(element).getPropertyValue('--row'), 10) || 36;
      const narrow = element.clientWidth > 0 && element.clientWidth < COMPACT_BELOW;
      setSize((old) => (old.narrow === narrow && old.rowVar === rowVar ? old : { narrow, rowVar }));
    };
    // It also reports the first size, after the layout; drawn at once, it is right before the paint.
    const observer = new ResizeObserver(() => flushSync(read));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return size;
}
