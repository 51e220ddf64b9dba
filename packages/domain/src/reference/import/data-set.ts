import type { CellValue, Column } from './column.ts';
import { headersOf } from './read-cell.ts';

export type RowValues = Readonly<Record<string, CellValue>>;

/** A rule over several cells of one row. */
export const ROW_CODES = [
  'shop_without_warehouse',
  'fulfilled_before_ordered',
  'weights_do_not_add_up',
  'name_missing',
] as const;
export type RowCode = (typeof ROW_CODES)[number];

export interface RowIssue {
  readonly column: string;
  readonly code: RowCode;
}

/**
 * One set of reference data: parser, checks, upsert and template are made from this alone. Sets that name rows of
 * others come after them in `REFERENCE_SETS`.
 */
export interface DataSet {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly Column[];
  /** The table's own number, given to new rows; null where the file brings the whole key. */
  readonly numbered: 'id' | null;
  /** What the table keeps besides the file's columns, computed from them. */
  readonly derive: (values: RowValues) => RowValues;
  readonly check: (values: RowValues) => readonly RowIssue[];
  /** Columns that say which shop gets to know which customer. */
  readonly acquaints: { readonly customer: string; readonly site: string } | null;
  /** True where cells name persons: a report then says which cell is wrong and not what it holds. */
  readonly isPersonal: boolean;
  /** Rows of the example file before the one that the columns show, by header: what that one names. */
  readonly examplesBefore: readonly Readonly<Record<string, string>>[];
}

type Extras = Partial<
  Pick<DataSet, 'numbered' | 'derive' | 'check' | 'acquaints' | 'isPersonal' | 'examplesBefore'>
>;

export const dataSet = (
  name: string,
  table: string,
  columns: readonly Column[],
  extras: Extras = {},
): DataSet => ({
  name,
  table,
  columns,
  numbered: null,
  derive: () => ({}),
  check: () => [],
  acquaints: null,
  isPersonal: false,
  examplesBefore: [],
  ...extras,
});

/** Every header the file must have, in the template's order. */
export const headerOf = (set: DataSet): readonly string[] => set.columns.flatMap(headersOf);

/** The table's columns that name a row: of a reference the first, the others follow from it. */
export const keyColumnsOf = (set: DataSet): readonly string[] =>
  set.columns.filter((column) => column.isKey).flatMap((column) => storedIn(column).slice(0, 1));

/** The table's columns that a cell is stored in. */
export function storedIn({ to, ref, isStored }: Column): readonly string[] {
  if (!isStored) return [];
  return ref === null ? [to] : Object.keys(ref.take);
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** One line of a file. */
export const lineOf = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;

/** The empty file to fill in: headers only, with the mark by which spreadsheets know UTF-8. */
export const templateOf = (set: DataSet): string => `\uFEFF${lineOf(headerOf(set))}`;

/** The same with example rows; of a text in seven languages, English alone has an example. */
export function exampleFileOf(set: DataSet): string {
  const cells = set.columns.flatMap((column) =>
    headersOf(column).map((header, at) => [header, at === 0 ? column.example : ''] as const),
  );
  const rows = [...set.examplesBefore, Object.fromEntries(cells)];
  return (
    templateOf(set) + rows.map((row) => lineOf(headerOf(set).map((header) => row[header] ?? ''))).join('')
  );
}
