import { type DataSet, type RowIssue, type RowValues, headerOf } from './data-set.ts';
import type { CellValue } from './column.ts';
import { readCell, type CellCode } from './read-cell.ts';

/** Why a whole file is refused before any of its rows is read. */
export type FileCode =
  | 'empty_file'
  | 'no_rows'
  | 'not_utf8'
  | 'not_csv'
  | 'bad_quotes'
  | 'cell_too_long'
  | 'file_too_large'
  | 'too_many_rows'
  | 'wrong_separator'
  | 'missing_column'
  | 'unknown_column'
  | 'double_column';

/** What a row can be refused for once the tables are known. */
export type TableCode =
  | 'unknown_reference'
  | 'does_not_belong'
  | 'double_key'
  | 'double_value'
  | 'taken'
  | 'cannot_change';

export type LineCode = CellCode | RowIssue['code'] | TableCode | 'wrong_cell_count';

export interface LineIssue {
  readonly column: string;
  readonly code: LineCode;
}

export const MAX_FILE_BYTES = 20 * 1024 * 1024;
export const MAX_ROWS = 100_000;
/** No cell of any set is longer; what is, is not a table. */
export const MAX_RECORD_CHARACTERS = 20_000;

/** One row of a file, read. References still hold what the file says; the tables turn it into numbers. */
export interface ImportRow {
  /** In the file, the header being line 1. */
  readonly line: number;
  readonly values: RowValues;
  readonly issues: readonly LineIssue[];
  /** What the file holds under a header; '' where it has no such cell. */
  readonly cellOf: (header: string) => string;
}

export interface HeaderIssue {
  readonly column: string;
  readonly code: FileCode;
}

/** What is wrong with a header: every column must be there, once, in any order, and no other. */
export function headerIssues(set: DataSet, header: readonly string[]): readonly HeaderIssue[] {
  const wanted = headerOf(set);
  if (isOtherSeparated(header, wanted)) return [{ column: '', code: 'wrong_separator' }];
  const issue = (code: FileCode) => (column: string) => ({ column, code });
  const doubles = header.filter((name, at) => header.indexOf(name) !== at);
  return [
    ...wanted.filter((name) => !header.includes(name)).map(issue('missing_column')),
    ...header.filter((name) => !wanted.includes(name)).map(issue('unknown_column')),
    ...[...new Set(doubles)].map(issue('double_column')),
  ];
}

/** The header in one cell, parted by what spreadsheets of some countries write instead of a comma. */
function isOtherSeparated(header: readonly string[], wanted: readonly string[]): boolean {
  const [only = ''] = header;
  if (header.length !== 1 || wanted.length < 2) return false;
  return [';', '\t', '|'].some(
    (mark) => only.split(mark).filter((name) => wanted.includes(name.trim())).length > 1,
  );
}

/** Reads the cells of one line under a header that has no issues. */
export function readRow(
  set: DataSet,
  header: readonly string[],
  line: number,
  cells: readonly string[],
): ImportRow {
  const cellOf = (name: string) => cells[header.indexOf(name)] ?? '';
  if (cells.length !== header.length) {
    return { line, values: {}, issues: [{ column: '', code: 'wrong_cell_count' }], cellOf };
  }
  const issues: LineIssue[] = [];
  const values: Record<string, CellValue> = {};
  for (const column of set.columns) {
    const reading = readCell(column, cellOf);
    if ('code' in reading) issues.push({ column: column.name, code: reading.code });
    else values[column.ref === null ? column.to : column.name] = reading.value;
  }
  return { line, values, issues, cellOf };
}
