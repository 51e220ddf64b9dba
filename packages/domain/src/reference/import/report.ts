import type { Column } from './column.ts';
import type { DataSet } from './data-set.ts';
import { headersOf } from './read-cell.ts';
import type { ImportRow, LineIssue } from './read-file.ts';

export const LINE_ACTIONS = ['insert', 'update', 'unchanged', 'error'] as const;
export type LineAction = (typeof LINE_ACTIONS)[number];

/** A wrong cell with what it holds, at most 40 characters; '' where it is blank or names a person. */
export interface ReportedIssue extends LineIssue {
  readonly value: string;
}

/** What a row of the file does to the table. */
export interface LineReport {
  readonly line: number;
  /** Of the row, as the file has it; null where it has none. */
  readonly sku: string | null;
  readonly action: LineAction;
  /** What an update changes, as columns of the file. */
  readonly changes: readonly string[];
  readonly errors: readonly ReportedIssue[];
}

export type ImportCounts = Readonly<Record<LineAction, number>>;

export function countLines(lines: readonly LineReport[]): ImportCounts {
  const counts = { insert: 0, update: 0, unchanged: 0, error: 0 };
  for (const { action } of lines) counts[action] += 1;
  return counts;
}

/** The SKU of a row that has such a cell, whatever else is wrong with it. */
export function skuIn(set: DataSet, row: ImportRow): string | null {
  if (!set.columns.some(({ name }) => name === 'sku')) return null;
  const sku = shortened(row.cellOf('sku'));
  return sku === '' ? null : sku;
}

/** An issue with the cell it is about, for the account that uploaded the file. */
export function reportedIssue(set: DataSet, row: ImportRow, issue: LineIssue): ReportedIssue {
  const column = set.columns.find(({ name }) => name === issue.column);
  const isShown = column !== undefined && !set.isPersonal && issue.code !== 'required';
  return { ...issue, value: isShown ? shortened(longestOf(column, row)) : '' };
}

/** Of a text in several languages the longest, since it is the one that does not fit. */
const longestOf = (column: Column, { cellOf }: ImportRow): string =>
  headersOf(column)
    .map(cellOf)
    .reduce((longest, cell) => (cell.length > longest.length ? cell : longest), '');

const MOST_SHOWN = 40;

function shortened(cell: string): string {
  const characters = Array.from(cell.trim().toWellFormed());
  return characters.length <= MOST_SHOWN
    ? characters.join('')
    : `${characters.slice(0, MOST_SHOWN).join('')}…`;
}
