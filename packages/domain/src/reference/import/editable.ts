import type { DataSet } from './data-set.ts';
import { REPAIR_FEES, SHIPPING_FEES } from './sets-repair.ts';
import { STORES } from './sets-places.ts';

/** Sets whose rows administrators filter, edit and export one by one, beside the file (product/reference.md §1). */
export const EDITABLE_SETS = ['repair_fees', 'shipping_fees', 'stores'] as const;
export type EditableSet = (typeof EDITABLE_SETS)[number];

const SETS: Readonly<Record<EditableSet, DataSet>> = {
  repair_fees: REPAIR_FEES,
  shipping_fees: SHIPPING_FEES,
  stores: STORES,
};

export const editableSet = (name: EditableSet): DataSet => SETS[name];

/** Cells of a row by header, as its file has them. */
export type RowCells = Readonly<Record<string, string>>;

/** A row's key in words: `101.FR.EUR`. */
export const rowKeyOf = (set: DataSet, cells: RowCells): string =>
  set.columns
    .filter(({ isKey }) => isKey)
    .map(({ name }) => cells[name] ?? '')
    .join('.');

export const rowStream = (set: string, key: string): string => `reference-row-${set}-${key}`;

export interface CellChange {
  readonly column: string;
  /** Null of a new row. */
  readonly before: string | null;
  readonly after: string;
}

/** Cells that differ, in the file's order; of a new row those that hold anything. */
export function cellChanges(
  headers: readonly string[],
  before: RowCells | null,
  after: RowCells,
): readonly CellChange[] {
  return headers.flatMap((column) => {
    const [was, is] = [before === null ? null : (before[column] ?? ''), after[column] ?? ''];
    return (was ?? '') === is ? [] : [{ column, before: was, after: is }];
  });
}

/** A cell that a spreadsheet would run as a formula is marked as text. */
export const asPlainCell = (cell: string): string =>
  /^(?:[=@\t\r]|[+-](?!\d))/u.test(cell) ? `'${cell}` : cell;
