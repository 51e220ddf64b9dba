import type { TranslatedText } from '@atelier/domain/contract/translated-text.ts';
import type { Column } from '@atelier/domain/reference/import/column.ts';
import { keyColumnsOf, type DataSet } from '@atelier/domain/reference/import/data-set.ts';
import { rowKeyOf, type RowCells } from '@atelier/domain/reference/import/editable.ts';
import { printCells } from '@atelier/domain/reference/import/print-cell.ts';
import { sql } from 'kysely';
import type { AppTransaction } from '../../platform/database.ts';
import { columnNames, rowsHolding, type TableRow } from './table-rows.queries.ts';

/** Rows of a table as their file would bring them. */
export async function rowsAsCells(
  trx: AppTransaction,
  set: DataSet,
  rows: readonly TableRow[],
): Promise<readonly RowCells[]> {
  const valueOf = new Map<string, (row: TableRow) => unknown>();
  for (const column of set.columns) valueOf.set(column.name, await reader(trx, column, rows));
  return rows.map((row) => {
    const currencyOf = (header: string): string => {
      const code = valueOf.get(header)?.(row);
      return typeof code === 'string' ? code : '';
    };
    const cells = set.columns.flatMap((column) =>
      printCells(column, valueOf.get(column.name)?.(row), currencyOf),
    );
    return Object.fromEntries(cells);
  });
}

/** Reads a column of a row; a reference by what the file calls the other row. */
async function reader(
  trx: AppTransaction,
  { to, ref }: Column,
  rows: readonly TableRow[],
): Promise<(row: TableRow) => unknown> {
  const [stored, theirs] = ref === null ? [to, to] : (Object.entries(ref.take)[0] ?? [to, to]);
  if (ref === null || theirs === ref.match) return (row) => row[stored];
  const ids = [...new Set(rows.map((row) => row[stored]))].filter((id) => id != null);
  const found = await rowsHolding(trx, ref.table, theirs, ids, [ref.match]);
  const byId = new Map(found.map((row) => [row[theirs], row[ref.match]]));
  return (row) => byId.get(row[stored]);
}

export interface ReferenceRow {
  readonly key: string;
  readonly cells: RowCells;
  /** Of a fee: the names of its sub-reason. */
  readonly label: TranslatedText | null;
}

const wordsIn = (text: string): readonly string[] => text.toLocaleLowerCase().split(/\s+/u).filter(Boolean);

/** Every row of a set whose cells hold these words, by its key. Inside `inScope`. */
export async function findReferenceRows(
  trx: AppTransaction,
  set: DataSet,
  query: string,
): Promise<readonly ReferenceRow[]> {
  const { rows } = await sql<TableRow>`
    select * from ${sql.table(set.table)} order by ${columnNames(keyColumnsOf(set))}`.execute(trx);
  const [cells, labels] = [await rowsAsCells(trx, set, rows), await subReasonNames(trx, set)];
  const wanted = wordsIn(query);
  return cells.flatMap((row) => {
    const label = labels.get(Number(row['sub_reason_id'])) ?? null;
    const text = [...Object.values(row), ...Object.values(label ?? {})].join(' ').toLocaleLowerCase();
    const isFound = wanted.every((word) => text.includes(word));
    return isFound ? [{ key: rowKeyOf(set, row), cells: row, label }] : [];
  });
}

async function subReasonNames(
  trx: AppTransaction,
  set: DataSet,
): Promise<ReadonlyMap<number, TranslatedText>> {
  if (!set.columns.some(({ name }) => name === 'sub_reason_id')) return new Map();
  const rows = await trx.selectFrom('rma_sub_reasons').select(['id', 'names']).execute();
  return new Map(rows.map(({ id, names }) => [id, names]));
}
